package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.ObjectStore;
import io.tidemark.app.cluster.embedded.StoreEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which nodes a pod may run on as far as kube-scheduler itself is concerned. */
public final class NodeChecks {
  /**
   * @param nodes names of the nodes that remain, in the order of the cluster
   * @param reasons why the others do not, by node name
   */
  public record Outcome(List<String> nodes, Map<String, String> reasons) {}

  private final ObjectStore objects;

  private final NodeLoads loads = new NodeLoads();

  public NodeChecks(ObjectStore objects) {
    this.objects = objects;
  }

  /**
   * Takes in that an object of the cluster changed; every change must be told.
   *
   * @return whether a pod that was kept off a node may be let on it now
   */
  public boolean observe(StoreEvent event) {
    ObjectKey key = ObjectKey.of(event.object());
    return switch (key.kind()) {
      // Its taints, labels or allocatable may be others.
      case "Node" -> event instanceof StoreEvent.Seen;
      // The event may show an older state than the one that is kept.
      case "Pod" -> loads.observe(key, objects.get(key));
      default -> false;
    };
  }

  public Outcome check(PodNeeds pod) {
    List<String> nodes = new ArrayList<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    objects.forEach(
        "Node",
        node -> {
          String name = node.path("metadata").path("name").asText();
          refusal(pod, node, loads.on(name))
              .ifPresentOrElse(reason -> reasons.put(name, reason), () -> nodes.add(name));
        });
    return new Outcome(nodes, reasons);
  }

  private static Optional<String> refusal(PodNeeds pod, JsonNode node, NodeLoads.Load load) {
    Optional<String> taint = Taints.untolerated(pod.tolerations(), node);
    if (taint.isPresent()) {
      return taint;
    }
    if (!NodeAffinity.admits(pod, node)) {
      return Optional.of("the pod's node selector or affinity does not match");
    }
    JsonNode allocatable = node.path("status").path("allocatable");
    if (over(allocatable, "cpu", load.cpu(), pod.requests().cpu())) {
      return Optional.of("insufficient cpu");
    }
    if (over(allocatable, "memory", load.memory(), pod.requests().memory())) {
      return Optional.of("insufficient memory");
    }
    if (over(allocatable, "pods", BigDecimal.valueOf(load.pods()), BigDecimal.ONE)) {
      return Optional.of("too many pods");
    }
    return Optional.empty();
  }

  /** A node that does not name a resource does not limit it: invented nodes rarely name any. */
  private static boolean over(
      JsonNode allocatable, String resource, BigDecimal used, BigDecimal asked) {
    return allocatable.has(resource)
        && asked.signum() > 0
        && used.add(asked).compareTo(ComputeRequests.quantity(allocatable, resource)) > 0;
  }
}
