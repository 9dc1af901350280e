package io.tidemark.app.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.Explanation;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.NodeRefusal;
import java.util.List;
import java.util.Map;

/** An explanation as a JSON tree. Amounts have the field names of the {@code usage} object. */
final class ExplanationJson {
  private ExplanationJson() {}

  /**
   * @param excluded why kube-scheduler leaves out nodes that are not explained, by node name
   */
  static ObjectNode of(Explanation explanation, Map<String, String> excluded) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("pod", explanation.pod().toString());
    texts(json.putArray("needs"), explanation.needs());
    texts(json.putArray("fits"), explanation.fits());
    json.put("quota", explanation.quota());
    ArrayNode nodes = json.putArray("nodes");
    explanation.nodes().forEach(node -> node(nodes.addObject(), node));
    ArrayNode others = json.putArray("excluded");
    excluded.forEach((node, reason) -> others.addObject().put("node", node).put("reason", reason));
    ArrayNode releases = json.putArray("releases");
    explanation.releases().forEach(release -> release(releases.addObject(), release));
    return json;
  }

  private static void node(ObjectNode json, Explanation.Node node) {
    NodeRefusal refusal = node.refusal();
    json.put("node", refusal.node());
    json.put("code", refusal.code().text());
    json.put("container", refusal.container().isEmpty() ? null : refusal.container());
    json.put("summary", refusal.text());
    json.put("reason", refusal.detail());
    json.put("unresolvable", refusal.unresolvable());
    ArrayNode devices = json.putArray("devices");
    node.devices().forEach(device -> device(devices.addObject(), device));
  }

  private static void device(ObjectNode json, Explanation.DeviceState device) {
    json.put("device", device.device().uuid());
    json.put("family", device.device().family());
    amount(json.putObject("capacity"), device.capacity());
    amount(json.putObject("free"), device.free());
    amount(json.putObject("need"), device.need());
    json.put("code", device.code() == null ? null : device.code().text());
    ArrayNode holders = json.putArray("holders");
    for (Explanation.Holder holder : device.holders()) {
      ObjectNode entry = holders.addObject();
      entry.put("pod", holder.pod().toString());
      amount(entry, holder.held());
    }
  }

  private static void release(ObjectNode json, Explanation.Release release) {
    json.put("event", release.event());
    texts(json.putArray("gains"), release.gains());
    json.put("node", release.node());
    json.put("sufficient", release.sufficient());
    json.put("text", release.text());
  }

  private static void amount(ObjectNode json, DeviceAmount amount) {
    json.put("slots", amount.slots());
    json.put("memoryMiB", amount.memoryMiB());
    json.put("cores", amount.cores());
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
