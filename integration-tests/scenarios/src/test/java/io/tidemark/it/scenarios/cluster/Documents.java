package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.it.scenarios.ScenarioFile;
import java.util.ArrayList;
import java.util.List;

/** What the documents of scenario files say of themselves. */
final class Documents {
  private Documents() {}

  /** The Kubernetes objects of a file in order, those of Lists in their place. */
  static List<JsonNode> objects(ScenarioFile file) {
    List<JsonNode> objects = new ArrayList<>();
    for (JsonNode document : file.documents()) {
      if (document.path("kind").asText().equals("List")) {
        document.path("items").forEach(objects::add);
      } else if (!document.path("kind").asText().equals("Scenario")) {
        objects.add(document);
      }
    }
    return objects;
  }

  static String kind(JsonNode object) {
    return object.path("kind").asText();
  }

  static boolean isPod(JsonNode object) {
    return kind(object).equals("Pod");
  }

  static boolean isPlaced(JsonNode pod) {
    return !pod.path("spec").path("nodeName").asText("").isEmpty();
  }

  static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText("default");
  }

  static String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText("");
  }

  /** {@code namespace/name}. */
  static String key(JsonNode object) {
    return namespace(object) + "/" + name(object);
  }

  /** The same for a name as steps have it. */
  static String key(String name) {
    return name.contains("/") ? name : "default/" + name;
  }

  static String namespaceOf(String key) {
    return key.substring(0, key.indexOf('/'));
  }

  static String nameOf(String key) {
    return key.substring(key.indexOf('/') + 1);
  }

  /** The spec but for ephemeral containers, which have a way in of their own. */
  static JsonNode withoutEphemeral(JsonNode pod) {
    JsonNode spec = pod.path("spec").deepCopy();
    if (spec instanceof ObjectNode fields) {
      fields.remove("ephemeralContainers");
    }
    return spec;
  }

  static List<String> fieldNames(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** A map of annotations or labels that is there, if need be empty. */
  static ObjectNode map(ObjectNode object, String field) {
    return object.withObject("/metadata").withObject("/" + field);
  }
}
