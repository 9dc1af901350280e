package io.tidemark.app.http;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.placement.DeviceRefusal;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests as Go writes them, and what an extender may say of nodes. */
final class Requests {
  /** As json.Marshal writes a v1.Pod that kube-scheduler holds. */
  static final String POD =
      "{\"metadata\":{\"name\":\"train\",\"namespace\":\"team-a\",\"uid\":\"u1\","
          + "\"resourceVersion\":\"7\",\"creationTimestamp\":\"2030-01-01T00:00:00Z\"},"
          + "\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"i\",\"resources\":{"
          + "\"limits\":{\"nvidia.com/gpu\":\"1\",\"nvidia.com/gpumem\":\"3k\"}}}]},"
          + "\"status\":{\"phase\":\"Pending\"}}";

  private Requests() {}

  static String byName(String... nodes) {
    String names = nodes.length == 0 ? "" : "\"" + String.join("\",\"", nodes) + "\"";
    return "{\"Pod\":" + POD + ",\"Nodes\":null,\"NodeNames\":[" + names + "]}";
  }

  static String whole(String... nodes) {
    return "{\"Pod\":"
        + POD
        + ",\"Nodes\":{\"metadata\":{},\"items\":["
        + String.join(",", nodes)
        + "]},\"NodeNames\":null}";
  }

  static String node(String name) {
    return "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"a\":\"b\"}},\"spec\":{}}";
  }

  static String bind() {
    return "{\"PodName\":\"train\",\"PodNamespace\":\"team-a\",\"PodUID\":\"u1\",\"Node\":\"n1\"}";
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A node of which one card of two lacks memory. */
  static NodeRefusal full(String node) {
    return refusal(node, RefusalCode.CARD_INSUFFICIENT_MEMORY, "needs 3000 MiB, 100 free", false);
  }

  static NodeRefusal unregistered(String node) {
    return new NodeRefusal(node, RefusalCode.NODE_UNREGISTERED, "main", List.of(), "", true);
  }

  static NodeRefusal refusal(String node, RefusalCode code, String detail, boolean unresolvable) {
    return new NodeRefusal(
        node,
        code,
        "main",
        List.of(card("GPU-0", code), card("GPU-1", RefusalCode.CARD_CORDONED)),
        detail,
        unresolvable);
  }

  private static DeviceRefusal card(String uuid, RefusalCode code) {
    DeviceId device = new DeviceId("NVIDIA", uuid);
    return new DeviceRefusal(device, code, DeviceAmount.ZERO, DeviceAmount.ZERO, false);
  }
}
