package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.cluster.embedded.ObjectStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
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

  /** What the pods of one node request together. */
  private record Load(long pods, BigDecimal cpu, BigDecimal memory) {
    static final Load NONE = new Load(0, BigDecimal.ZERO, BigDecimal.ZERO);

    Load plus(ComputeRequests requests) {
      return new Load(pods + 1, cpu.add(requests.cpu()), memory.add(requests.memory()));
    }
  }

  private final ObjectStore objects;

  /** What each pod requests, by UID: a pod's requests do not change. */
  private final Map<String, ComputeRequests> requests = new HashMap<>();

  public NodeChecks(ObjectStore objects) {
    this.objects = objects;
  }

  public Outcome check(JsonNode pod) {
    Map<String, Load> loads = loads();
    ComputeRequests asked = ComputeRequests.of(pod);
    List<String> nodes = new ArrayList<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    objects.forEach(
        "Node",
        node -> {
          String name = node.path("metadata").path("name").asText();
          refusal(pod, node, asked, loads.getOrDefault(name, Load.NONE))
              .ifPresentOrElse(reason -> reasons.put(name, reason), () -> nodes.add(name));
        });
    return new Outcome(nodes, reasons);
  }

  private static Optional<String> refusal(
      JsonNode pod, JsonNode node, ComputeRequests asked, Load load) {
    Optional<String> taint = Taints.untolerated(pod, node);
    if (taint.isPresent()) {
      return taint;
    }
    if (!NodeAffinity.admits(pod, node)) {
      return Optional.of("the pod's node selector or affinity does not match");
    }
    JsonNode allocatable = node.path("status").path("allocatable");
    if (over(allocatable, "cpu", load.cpu(), asked.cpu())) {
      return Optional.of("insufficient cpu");
    }
    if (over(allocatable, "memory", load.memory(), asked.memory())) {
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

  private Map<String, Load> loads() {
    Map<String, Load> loads = new HashMap<>();
    objects.forEach(
        "Pod",
        pod -> {
          String node = pod.path("spec").path("nodeName").asText("");
          String phase = pod.path("status").path("phase").asText("");
          if (!node.isEmpty() && !phase.equals("Succeeded") && !phase.equals("Failed")) {
            ComputeRequests held =
                requests.computeIfAbsent(
                    pod.path("metadata").path("uid").asText(), uid -> ComputeRequests.of(pod));
            loads.put(node, loads.getOrDefault(node, Load.NONE).plus(held));
          }
        });
    return loads;
  }
}
