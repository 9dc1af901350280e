package io.tidemark.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.DeviceAmount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A ledger as {@link LedgerJson} writes it, to be shown. What a newer or older server adds or
 * leaves out reads as nothing.
 *
 * @param devices by node name, in the order of the ledger
 * @param pods who is charged on a ground that a person should know
 * @param closedNodes by node name: pods whose allocation cannot be read
 */
record LedgerView(
    Map<String, List<Held>> devices,
    Map<String, Map<String, Limited>> namespaces,
    Map<String, Map<String, Map<String, Limited>>> quotas,
    List<Charged> pods,
    Map<String, List<String>> closedNodes) {

  /**
   * @param model empty where the node does not register the device
   * @param capacity null where the node does not register it
   */
  record Held(
      String uuid,
      String model,
      boolean healthy,
      DeviceAmount used,
      @Nullable DeviceAmount capacity,
      List<Holder> holders) {
    boolean overFull() {
      return capacity != null && !used.fitsIn(capacity);
    }
  }

  record Holder(String pod, DeviceAmount held) {}

  /**
   * @param limit null where there is none
   */
  record Limited(long used, @Nullable Long limit) {}

  /**
   * @param basis the word for it in the ledger's JSON
   */
  record Charged(String pod, String node, String basis) {}

  static LedgerView read(JsonNode ledger) {
    Map<String, List<Held>> devices = new TreeMap<>();
    for (Map.Entry<String, JsonNode> node : ledger.path("nodes").properties()) {
      List<Held> held = new ArrayList<>();
      node.getValue()
          .properties()
          .forEach(device -> held.add(device(device.getKey(), device.getValue())));
      devices.put(node.getKey(), held);
    }
    Map<String, Map<String, Limited>> namespaces = new TreeMap<>();
    for (Map.Entry<String, JsonNode> namespace : ledger.path("namespaces").properties()) {
      namespaces.put(namespace.getKey(), resources(namespace.getValue()));
    }
    Map<String, Map<String, Map<String, Limited>>> quotas = new TreeMap<>();
    for (Map.Entry<String, JsonNode> namespace : ledger.path("quotas").properties()) {
      Map<String, Map<String, Limited>> byName = new TreeMap<>();
      namespace
          .getValue()
          .properties()
          .forEach(quota -> byName.put(quota.getKey(), resources(quota.getValue())));
      quotas.put(namespace.getKey(), byName);
    }
    List<Charged> pods = new ArrayList<>();
    for (JsonNode pod : ledger.path("pods")) {
      pods.add(
          new Charged(
              pod.path("pod").asText(""),
              pod.path("node").asText(""),
              pod.path("basis").asText("")));
    }
    Map<String, List<String>> closed = new TreeMap<>();
    for (Map.Entry<String, JsonNode> node : ledger.path("closedNodes").properties()) {
      List<String> by = new ArrayList<>();
      node.getValue().forEach(pod -> by.add(pod.asText("")));
      closed.put(node.getKey(), by);
    }
    return new LedgerView(devices, namespaces, quotas, pods, closed);
  }

  private static Held device(String uuid, JsonNode device) {
    JsonNode capacity = device.path("capacity");
    List<Holder> holders = new ArrayList<>();
    for (JsonNode holder : device.path("holders")) {
      holders.add(new Holder(holder.path("pod").asText(""), amount(holder)));
    }
    return new Held(
        uuid,
        device.path("model").asText(""),
        device.path("healthy").asBoolean(true),
        amount(device),
        capacity.isObject() ? amount(capacity) : null,
        holders);
  }

  private static DeviceAmount amount(JsonNode json) {
    return new DeviceAmount(
        json.path("slots").asInt(), json.path("memoryMiB").asLong(), json.path("cores").asInt());
  }

  private static Map<String, Limited> resources(JsonNode json) {
    Map<String, Limited> resources = new TreeMap<>();
    for (Map.Entry<String, JsonNode> resource : json.properties()) {
      JsonNode limit = resource.getValue().path("limit");
      resources.put(
          resource.getKey(),
          new Limited(
              resource.getValue().path("used").asLong(), limit.isNumber() ? limit.asLong() : null));
    }
    return resources;
  }
}
