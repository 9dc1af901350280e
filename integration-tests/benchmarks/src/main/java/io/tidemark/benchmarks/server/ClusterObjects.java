package io.tidemark.benchmarks.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects of a cluster that is half full: nodes with eight cards of 40960 MiB, and four running
 * pods on each, on cards 0, 2, 4 and 6. They are about as long as real ones.
 */
final class ClusterObjects {
  static final int CARDS = 8;
  static final int PODS_PER_NODE = 4;

  private static final int CARD_MIB = 40_960;
  private static final String PADDING = "x".repeat(1_500);

  private ClusterObjects() {}

  static List<ObjectNode> nodes(int count) {
    List<ObjectNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node(i));
    }
    return nodes;
  }

  static List<ObjectNode> pods(int nodes) {
    List<ObjectNode> pods = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      for (int i = 0; i < PODS_PER_NODE; i++) {
        pods.add(boundPod(node, i));
      }
    }
    return pods;
  }

  static String nodeName(int index) {
    return "node-" + index;
  }

  /** A new pod: an init container of 2048 MiB and an app of 1024 MiB. */
  static ObjectNode newPod(int index) {
    ObjectNode pod = pod("new-" + index, 2_048, 1_024);
    pod.putObject("status").put("phase", "Pending");
    return pod;
  }

  private static ObjectNode node(int index) {
    StringBuilder cards = new StringBuilder("[");
    for (int card = 0; card < CARDS; card++) {
      cards.append(card == 0 ? "" : ",");
      cards.append(
          """
          {"id":"%s","index":%d,"count":10,"devmem":%d,"devcore":100,"type":"NVIDIA-Model X1",\
          "numa":%d,"mode":"hami-core","health":true}"""
              .formatted(uuid(index, card), card, CARD_MIB, card / 4));
    }
    ObjectNode node = object("Node", nodeName(index));
    node.withObject("/metadata")
        .putObject("annotations")
        .put("hami.io/node-nvidia-register", cards.append("]").toString())
        .put("padding", PADDING);
    return node;
  }

  private static ObjectNode boundPod(int node, int index) {
    ObjectNode pod = pod("pod-" + node + "-" + index, 20_480, 10_240);
    String uuid = uuid(node, 2 * index);
    pod.withObject("/metadata")
        .putObject("annotations")
        .put(
            "hami.io/vgpu-devices-allocated",
            uuid + ",NVIDIA,20480,0:;" + uuid + ",NVIDIA,10240,0:;")
        .put("padding", PADDING);
    pod.withObject("/spec").put("nodeName", nodeName(node));
    ObjectNode status = pod.putObject("status").put("phase", "Running");
    status
        .putArray("initContainerStatuses")
        .addObject()
        .put("name", "prepare")
        .putObject("state")
        .putObject("terminated")
        .put("exitCode", 0)
        .put("reason", "Completed");
    return pod;
  }

  private static ObjectNode pod(String name, int initMib, int appMib) {
    ObjectNode pod = object("Pod", name);
    pod.withObject("/metadata").put("namespace", "team-a");
    ObjectNode spec = pod.putObject("spec").put("schedulerName", "tidemark-scheduler");
    container(spec.putArray("initContainers"), "prepare", initMib);
    container(spec.putArray("containers"), "main", appMib);
    return pod;
  }

  private static void container(ArrayNode containers, String name, int mib) {
    containers
        .addObject()
        .put("name", name)
        .put("image", "none")
        .putObject("resources")
        .putObject("limits")
        .put("nvidia.com/gpu", "1")
        .put("nvidia.com/gpumem", Integer.toString(mib));
  }

  private static ObjectNode object(String kind, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", kind);
    object
        .putObject("metadata")
        .put("name", name)
        .put("uid", "uid-" + name)
        .put("resourceVersion", "1")
        .put("creationTimestamp", "2030-01-01T00:00:00Z");
    return object;
  }

  private static String uuid(int node, int card) {
    return "GPU-00000000-0000-0000-%04d-%012d".formatted(card, node);
  }
}
