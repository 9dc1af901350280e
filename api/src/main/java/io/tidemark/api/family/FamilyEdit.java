package io.tidemark.api.family;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A bundled family that is changed by what a section of HAMi's configuration says. */
final class FamilyEdit {
  private static final JsonMapper JSON = new JsonMapper();

  private final YamlDocument document;
  private final FamilySection section;
  private final ObjectNode content;

  FamilyEdit(YamlDocument document, FamilySection section) {
    this.document = document;
    this.section = section;
    this.content = document.content().deepCopy();
  }

  YamlDocument document() {
    return document;
  }

  ObjectNode content() {
    return content;
  }

  /** A resource's name; an empty one means that there is no such resource. */
  FamilyEdit resource(String field, String key) throws YamlFormatException {
    if (!section.has(key)) {
      return this;
    }
    String name = name(section, key);
    ObjectNode resources = content.withObject("/resources");
    String before = resources.path(field).asText("");
    if (name.isEmpty()) {
      resources.remove(field);
    } else {
      resources.put(field, name);
    }
    JsonNode capacity = content.path("inventory").path("capacity");
    if (capacity.isObject() && capacity.path("of").asText("").equals(before)) {
      ((ObjectNode) capacity).put("of", name);
    }
    return this;
  }

  FamilyEdit unsupported(String key) throws YamlFormatException {
    if (section.has(key)) {
      String name = name(section, key);
      ArrayNode names = content.withObject("/resources").putArray("unsupported");
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return this;
  }

  FamilyEdit number(String part, String field, String key, long min, long max)
      throws YamlFormatException {
    if (section.has(key)) {
      // HAMi takes a factor of 0 for 1.
      boolean factor = field.equals("factor");
      long value = section.number(key, 0, factor ? 0 : min, max);
      content.withObject("/" + part).put(field, Math.max(min, value));
    }
    return this;
  }

  /** An empty text means that there is none. */
  FamilyEdit text(String part, String field, String key) throws YamlFormatException {
    if (section.has(key)) {
      String text = name(section, key);
      ObjectNode object = content.withObject("/" + part);
      if (text.isEmpty()) {
        object.remove(field);
      } else {
        object.put(field, text);
      }
    }
    return this;
  }

  /** HAMi's {@code overwriteEnv}. */
  FamilyEdit hides(String variable, String value) throws YamlFormatException {
    if (section.bool("overwriteEnv", false)) {
      content
          .withObject("/admission")
          .putObject("hideDevices")
          .put("name", variable)
          .put("value", value);
    }
    return this;
  }

  FamilyEdit templates() throws YamlFormatException {
    if (!section.has("templates")) {
      return this;
    }
    List<ObjectNode> templates = new ArrayList<>();
    for (FamilySection template : section.sections("templates")) {
      if (!template.has("memory")) {
        throw template.wrong("memory", "is missing");
      }
      templates.add(
          JSON.createObjectNode()
              .put("name", template.requiredText("name"))
              .put("MiB", template.number("memory", 0, 1, Integer.MAX_VALUE)));
    }
    templates.sort(Comparator.comparingLong(template -> template.path("MiB").asLong()));
    content.withObject("/memory").putArray("templates").addAll(templates);
    return this;
  }

  /** Takes parts of another bundled family. */
  void takeOver(YamlDocument other, String... parts) {
    for (String part : parts) {
      content.set(part, other.content().path(part).deepCopy());
    }
  }

  /** A text that may be empty; empty where it is missing. */
  static String name(FamilySection section, String key) throws YamlFormatException {
    return section.has(key) ? section.maybeEmpty(key).trim() : "";
  }

  static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
