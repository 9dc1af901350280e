package io.tidemark.app.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.ObservedPod;
import io.tidemark.app.inspect.ClusterState;
import io.tidemark.app.inspect.ClusterState.Seen;
import io.tidemark.app.inspect.PrivateLedgers;
import io.tidemark.app.report.Finding;
import io.tidemark.app.scheduling.AdmissionReviewer;
import io.tidemark.app.simulation.scenario.KubeObject;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says what would change in a cluster with Tidemark. Writes nothing anywhere. */
@ApplicationScoped
public class ClusterCheck {
  /** No quota is known there, so that a pod is judged by its form alone. */
  private static final ClusterId NO_CLUSTER = new ClusterId("check");

  private static final String USER = "check";

  private final PrivateLedgers ledgers;
  private final DeviceFamilies families;
  private final AdmissionReviewer reviewer;

  public ClusterCheck(PrivateLedgers ledgers, DeviceFamilies families, ModuleBus bus) {
    this.ledgers = ledgers;
    this.families = families;
    this.reviewer = new AdmissionReviewer(bus, NO_CLUSTER);
  }

  /**
   * @param objects of the cluster
   * @param at the present time, by which handshakes and locks are judged
   * @return what matters most first
   */
  public List<Finding> run(List<KubeObject> objects, Instant at) {
    ClusterState state = ledgers.state(objects, at);
    Findings findings = new Findings();
    UsageFindings usage = new UsageFindings(state.snapshot(), findings);
    PodFindings pods =
        new PodFindings(
            families,
            state.snapshot(),
            (namespace, pod) -> reviewer.create(namespace, pod, USER, at),
            findings);
    Map<String, Map<String, NamespaceAmount>> recordedByNamespace = new TreeMap<>();
    for (Seen<PodRecord> pod : state.pods()) {
      HamiRecord recorded = HamiRecord.of(pod.object(), families);
      usage.of(pod.record(), recorded);
      pods.of(pod);
      add(recorded, recordedByNamespace, pod.record().key().namespace());
    }
    NodeFindings nodes = new NodeFindings(families, state.snapshot(), at, findings);
    LockFindings locks = new LockFindings(owners(state), at, findings);
    for (Seen<NodeRecord> node : state.nodes()) {
      nodes.of(node);
      locks.of(node);
    }
    new QuotaFindings(families, state.snapshot(), findings).of(state.quotas(), recordedByNamespace);
    return findings.sorted();
  }

  /** Reads again only the pods that are asked for, those that hold locks: few of many. */
  private Function<PodKey, @Nullable ObservedPod> owners(ClusterState state) {
    Map<PodKey, JsonNode> pods = new HashMap<>();
    for (Seen<PodRecord> pod : state.pods()) {
      pods.put(pod.record().key(), pod.object());
    }
    ObjectReader reader = new ObjectReader(families, ZoneOffset.UTC);
    return key -> {
      JsonNode pod = pods.get(key);
      return pod == null ? null : reader.observedPod(pod).value();
    };
  }

  private static void add(
      HamiRecord recorded, Map<String, Map<String, NamespaceAmount>> sums, String namespace) {
    Map<String, NamespaceAmount> ofNamespace =
        sums.computeIfAbsent(namespace, name -> new TreeMap<>());
    recorded
        .namespace()
        .forEach((family, amount) -> ofNamespace.merge(family, amount, NamespaceAmount::plus));
  }
}
