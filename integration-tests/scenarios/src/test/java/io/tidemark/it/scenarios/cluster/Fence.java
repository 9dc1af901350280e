package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.controlplane.agent.KubeletRole;
import io.tidemark.controlplane.process.Waiting;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Says when Tidemark has seen all that happened to pods and quotas so far: events of one kind
 * arrive in order, and this pod and this quota are written last.
 */
final class Fence {
  static final String NAME = "fence";

  private static final String NODE = "fence-of-nodes";

  /**
   * The garbage collector ends pods 40 s after it first missed their node: a pod is replaced
   * before, on another node that there never was.
   */
  private static final Duration YOUNG = Duration.ofSeconds(15);

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ClusterApi api;
  private final Supplier<JsonNode> usage;
  private String node = NAME;
  private int number = 1;
  private long created = System.nanoTime() - YOUNG.toNanos();

  /**
   * @param api of a device plugin
   * @param usage Tidemark's ledger
   */
  Fence(ClusterApi api, Supplier<JsonNode> usage) {
    this.api = api;
    this.usage = usage;
  }

  /** Returns when Tidemark has seen everything before this call. */
  void pass() {
    number++;
    long age = System.nanoTime() - created;
    if (age > YOUNG.toNanos()) {
      api.delete("Pod", NAME, NAME, 0);
    }
    if (!api.change("Pod", NAME, NAME, "", this::mark)) {
      node = NAME + "-" + number;
      api.createPlaced(pod());
      created = System.nanoTime();
    }
    boolean present =
        api.change(
            "ResourceQuota",
            NAME,
            NAME,
            "",
            quota ->
                quota
                    .withObject("/spec")
                    .withObject("/hard")
                    .put("limits.nvidia.com/gpumem", Integer.toString(number)));
    if (!present) {
      api.create(quota());
    }
    Waiting.forValue(
        "Tidemark to see what happened",
        PATIENCE,
        Duration.ofMillis(5),
        () -> isPassed(usage.get()) ? true : null);
  }

  /** The same for nodes. This node is gone again before a pod could be put there. */
  void passNodes() {
    ObjectNode object =
        (ObjectNode)
            ClusterApi.parse(
                """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "fence-of-nodes"},
                 "spec": {"unschedulable": true}}
                """);
    Documents.map(object, "annotations")
        .put(
            "hami.io/node-nvidia-register",
            "[{\"id\":\"FENCE-OF-NODES\",\"count\":0,\"type\":\"NVIDIA\",\"health\":true}]");
    api.create(object);
    awaitNode(true);
    api.delete("Node", "", NODE, 0);
    awaitNode(false);
  }

  private void awaitNode(boolean there) {
    Waiting.forValue(
        "Tidemark to see what happened to nodes",
        PATIENCE,
        Duration.ofMillis(5),
        () -> usage.get().path("nodes").has(NODE) == there ? true : null);
  }

  /** Whether that is what the fence holds, not the scenario. */
  static boolean isOf(String name) {
    return name.equals(NAME) || name.startsWith(NAME + "-") || name.startsWith(NAME + "/");
  }

  private boolean isPassed(JsonNode seen) {
    JsonNode card = seen.path("nodes").path(node).path("FENCE");
    JsonNode memory = seen.path("namespaces").path(NAME).path("nvidia.com/gpumem");
    return card.path("memoryMiB").asInt() == number && memory.path("limit").asInt() == number;
  }

  private void mark(ObjectNode pod) {
    Documents.map(pod, "annotations")
        .put("hami.io/vgpu-devices-allocated", "FENCE,NVIDIA," + number + ",0:;");
  }

  private ObjectNode pod() {
    ObjectNode pod =
        (ObjectNode)
            ClusterApi.parse(
                """
                {"apiVersion": "v1", "kind": "Pod",
                 "metadata": {"name": "fence", "namespace": "fence"},
                 "spec": {"containers": [{"name": "app", "image": "none",
                          "resources": {"limits": {"nvidia.com/gpu": 1, "nvidia.com/gpumem": 1}}}]}}
                """);
    pod.withObject("/spec").put("nodeName", node);
    Documents.map(pod, "annotations")
        .put(KubeletRole.ANNOTATION, KubeletRole.NONE.value())
        .put("hami.io/vgpu-node", node);
    mark(pod);
    return pod;
  }

  private ObjectNode quota() {
    return (ObjectNode)
        ClusterApi.parse(
            """
            {"apiVersion": "v1", "kind": "ResourceQuota",
             "metadata": {"name": "fence", "namespace": "fence"},
             "spec": {"hard": {"limits.nvidia.com/gpumem": "%d"}}}
            """
                .formatted(number));
  }
}
