package io.tidemark.app.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.kube.UnreadableObjectException;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.inspect.ClusterState.Seen;
import io.tidemark.app.simulation.scenario.KubeObject;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Keeps ledgers over objects that somebody has read: the very one that serves, fed once. */
@ApplicationScoped
public class PrivateLedgers {
  private final ModuleBus bus;
  private final ClusterObjects objects;
  private final Clock clock;
  private final ObjectReader reader;
  private final AtomicLong ledgers = new AtomicLong();

  public PrivateLedgers(
      ModuleBus bus, ClusterObjects objects, DeviceFamilies families, Clock clock) {
    this.bus = bus;
    this.objects = objects;
    this.clock = clock;
    // Schedulers write handshakes in the time of their containers.
    this.reader = new ObjectReader(families, ZoneOffset.UTC);
  }

  /**
   * A ledger that follows a cluster; the caller closes it.
   *
   * @param notes is told what is not right with objects or the connection
   * @throws InvalidConfigurationException where there is no such cluster
   */
  public WatchedLedger watch(ClusterChoice choice, Consumer<String> notes) {
    return new WatchedLedger(bus, this, objects.open(choice), clock, notes);
  }

  /** A cluster of which nobody else knows. */
  ClusterId newCluster() {
    return new ClusterId("inspection-" + ledgers.incrementAndGet());
  }

  ObjectReader reader() {
    return reader;
  }

  /** What the ledger makes of the objects; those of other kinds are passed over. */
  public ClusterState state(List<KubeObject> objects, Instant at) {
    Set<Problem> problems = new LinkedHashSet<>();
    List<Seen<NodeRecord>> nodes = read(objects, "Node", ObjectReader::node, problems);
    List<Seen<QuotaRecord>> quotas = read(objects, "ResourceQuota", ObjectReader::quota, problems);
    List<Seen<PodRecord>> pods = read(objects, "Pod", ObjectReader::pod, problems);
    ClusterId cluster = newCluster();
    try {
      for (ClusterChange change :
          List.of(
              new ClusterChange.NodesListed(records(nodes)),
              new ClusterChange.QuotasListed(records(quotas)),
              new ClusterChange.PodsListed(records(pods), PodRecord.UNKNOWN_VERSION))) {
        problems.addAll(bus.observe(new Observe(cluster, at, change)).problems());
      }
      return new ClusterState(
          bus.snapshot(new TakeSnapshot(cluster, at)),
          nodes,
          quotas,
          pods,
          new ArrayList<>(problems));
    } finally {
      bus.forget(new Forget(cluster));
    }
  }

  private static <R> List<R> records(List<Seen<R>> seen) {
    return seen.stream().map(Seen::record).toList();
  }

  private <R> List<Seen<R>> read(
      List<KubeObject> objects,
      String kind,
      BiFunction<ObjectReader, JsonNode, Reading<R>> read,
      Set<Problem> problems) {
    List<Seen<R>> seen = new ArrayList<>();
    for (KubeObject object : objects) {
      if (object.kind().equals(kind)) {
        JsonNode identified = identified(object);
        try {
          Reading<R> reading = read.apply(reader, identified);
          problems.addAll(reading.malformed());
          seen.add(new Seen<>(reading.value(), identified));
        } catch (UnreadableObjectException e) {
          problems.add(e.problem());
        }
      }
    }
    return seen;
  }

  /** Documents that people write have no UID, and often no namespace. */
  private static JsonNode identified(KubeObject object) {
    JsonNode metadata = object.json().path("metadata");
    boolean named = object.namespace().isEmpty() || metadata.hasNonNull("namespace");
    if (named && !metadata.path("uid").asText("").isEmpty()) {
      return object.json();
    }
    ObjectNode copy = object.json().deepCopy();
    ObjectNode identity = copy.withObject("/metadata");
    if (!named) {
      identity.put("namespace", object.namespace());
    }
    if (identity.path("uid").asText("").isEmpty()) {
      identity.put("uid", "of-a-file:" + object.namespace() + "/" + object.name());
    }
    return copy;
  }
}
