package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.controlplane.agent.FakeCard;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.PluginFamily;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A Node of a scenario in the API server, and what the agent needs to know to play its kubelet. */
final class PlayedNode {
  private static final PluginFamily ACME =
      new PluginFamily(
          "ACME",
          "acme.example/npu",
          "acme.example/node-npu-register",
          "acme.example/npu-to-allocate",
          PluginFamily.Format.LINE,
          false);
  private static final List<PluginFamily> FAMILIES = List.of(PluginFamily.NVIDIA, ACME);

  /** What a file leaves out is no shortage. */
  private static final Map<String, String> USUAL =
      Map.of("cpu", "64", "memory", "512Gi", "pods", "500");

  /** The device manager counts every id. */
  private static final int MOST_IDS = 2_000;

  private static final String LOCK = "hami.io/mutex.lock";

  private PlayedNode() {}

  /** Makes the Node, or replaces what the file says of it; a lock that is held stays. */
  static void show(ClusterApi api, JsonNode document) {
    String name = Documents.name(document);
    if (api.get("Node", "", name) == null) {
      // All at once: kube-scheduler tries the pods that wait as soon as it sees the node.
      ObjectNode created = document.deepCopy();
      clean(created);
      created.set("status", status(document));
      Documents.map(created, "labels").put("kubernetes.io/hostname", name);
      api.create(created);
      return;
    }
    api.change("Node", "", name, "/status", node -> node.set("status", status(document)));
    api.change("Node", "", name, "", node -> replace(node, document));
  }

  private static void replace(ObjectNode node, JsonNode document) {
    ObjectNode annotations = Documents.map(node, "annotations");
    JsonNode lock = annotations.get(LOCK);
    annotations.removeAll();
    JsonNode wanted = document.path("metadata").path("annotations");
    wanted.properties().forEach(each -> annotations.set(each.getKey(), each.getValue()));
    if (lock != null && !annotations.has(LOCK)) {
      annotations.set(LOCK, lock);
    }
    ObjectNode labels = Documents.map(node, "labels");
    labels.removeAll();
    labels.put("kubernetes.io/hostname", Documents.name(document));
    JsonNode more = document.path("metadata").path("labels");
    more.properties().forEach(each -> labels.set(each.getKey(), each.getValue()));
    ObjectNode spec = node.withObject("/spec");
    for (String field : List.of("taints", "unschedulable")) {
      spec.remove(field);
      if (document.path("spec").has(field)) {
        spec.set(field, document.path("spec").path(field));
      }
    }
  }

  static void clean(ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    List.of("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields")
        .forEach(metadata::remove);
  }

  private static ObjectNode status(JsonNode document) {
    ObjectNode status =
        document.path("status").isObject()
            ? document.path("status").deepCopy()
            : (ObjectNode) ClusterApi.parse("{}");
    ObjectNode allocatable = status.withObject("/allocatable");
    USUAL.forEach(
        (resource, quantity) -> {
          if (!allocatable.has(resource)) {
            allocatable.put(resource, quantity);
          }
        });
    if (!status.has("capacity")) {
      status.set("capacity", allocatable.deepCopy());
    }
    if (!status.has("conditions")) {
      ArrayNode conditions = status.putArray("conditions");
      conditions.addObject().put("type", "Ready").put("status", "True");
    }
    return status;
  }

  /** The node as its kubelet counts: one kind of id for all cards of a family. */
  static FakeNode kubelet(JsonNode document) {
    Map<PluginFamily, List<FakeCard>> cards = new LinkedHashMap<>();
    for (PluginFamily family : FAMILIES) {
      int ids = ids(document, family);
      if (ids > 0) {
        String uuid = family.word() + "-of-" + Documents.name(document);
        cards.put(family, List.of(FakeCard.nvidia(uuid, 1).withSlots(ids)));
      }
    }
    return new FakeNode(Documents.name(document), Map.of(), "64", "512Gi", 500, cards);
  }

  /** What the kubelet offers where the file says so, else what the cards have that are healthy. */
  private static int ids(JsonNode document, PluginFamily family) {
    JsonNode allocatable = document.path("status").path("allocatable").path(family.countResource());
    if (!allocatable.isMissingNode()) {
      return Math.min(MOST_IDS, allocatable.asInt());
    }
    String text = document.path("metadata").path("annotations").path(family.register()).asText("");
    return family.format() == PluginFamily.Format.JSON ? jsonIds(text) : lineIds(text);
  }

  private static int jsonIds(String text) {
    JsonNode cards;
    try {
      cards = ClusterApi.parse(text.isBlank() ? "[]" : text);
    } catch (AssertionError unreadable) {
      return 0;
    }
    int ids = 0;
    for (JsonNode card : cards) {
      for (Map.Entry<String, JsonNode> field : card.properties()) {
        if (field.getKey().equalsIgnoreCase("count")) {
          ids = Math.min(MOST_IDS, ids + Math.min(MOST_IDS, field.getValue().asInt()));
        }
      }
    }
    return ids;
  }

  private static int lineIds(String text) {
    int ids = 0;
    for (String card : text.split(":")) {
      String[] fields = card.split(",");
      if (fields.length > 1 && Objects.requireNonNull(fields[1]).matches("\\d{1,6}")) {
        ids = Math.min(MOST_IDS, ids + Integer.parseInt(fields[1]));
      }
    }
    return ids;
  }
}
