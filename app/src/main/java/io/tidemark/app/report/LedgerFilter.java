package io.tidemark.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.json.JsonFields;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Leaves of a ledger, as {@link LedgerJson} writes it, what concerns one node or namespace. */
public final class LedgerFilter {
  private LedgerFilter() {}

  /**
   * A copy with a part of the ledger.
   *
   * @param node the only node; null for all. A question about a node alone has no namespaces in it
   * @param namespace the only namespace; null for all. Of devices those remain that its pods hold,
   *     with all who hold them
   */
  public static ObjectNode only(
      JsonNode ledger, @Nullable String node, @Nullable String namespace) {
    ObjectNode part = ledger.deepCopy();
    if (node == null && namespace == null) {
      return part;
    }
    Predicate<String> ofNamespace = pod -> namespace == null || pod.startsWith(namespace + "/");
    ObjectNode nodes = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> entry : ledger.path("nodes").properties()) {
      if (node == null || node.equals(entry.getKey())) {
        ObjectNode devices = devices(entry.getValue(), namespace == null, ofNamespace);
        if (namespace == null || !devices.isEmpty()) {
          nodes.set(entry.getKey(), devices);
        }
      }
    }
    part.set("nodes", nodes);
    Predicate<String> wanted = name -> namespace != null && namespace.equals(name);
    part.set("namespaces", JsonFields.only(ledger.path("namespaces"), wanted));
    part.set("quotas", JsonFields.only(ledger.path("quotas"), wanted));
    var pods = part.putArray("pods");
    for (JsonNode pod : ledger.path("pods")) {
      if ((node == null || node.equals(pod.path("node").asText("")))
          && ofNamespace.test(pod.path("pod").asText(""))) {
        pods.add(pod);
      }
    }
    part.set(
        "closedNodes",
        JsonFields.only(
            ledger.path("closedNodes"),
            name -> node == null ? nodes.has(name) : node.equals(name)));
    return part;
  }

  private static ObjectNode devices(JsonNode devices, boolean all, Predicate<String> pods) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> device : devices.properties()) {
      boolean held = false;
      for (JsonNode holder : device.getValue().path("holders")) {
        held |= pods.test(holder.path("pod").asText(""));
      }
      if (all || held) {
        kept.set(device.getKey(), device.getValue());
      }
    }
    return kept;
  }
}
