package io.tidemark.api.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.text.Excerpt;

/** The parts of an object's metadata that say which object it is. */
final class Identity {
  private Identity() {}

  /** For naming the object in messages, before anything of it was checked. */
  static PodKey key(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    String namespace = metadata.path("namespace").asText("");
    return new PodKey(
        namespace.isEmpty() ? "default" : namespace, metadata.path("name").asText(""));
  }

  static String require(Field metadata, String name) {
    Field field = metadata.get(name);
    String value = field.text();
    if (value.isEmpty()) {
      String found = field.exists() ? "found " + Excerpt.of(field.json().toString()) : "is missing";
      throw new UnreadableObjectException(field.problem("must be a text, " + found));
    }
    return value;
  }

  /** Kubernetes 1.35 made resource versions comparable as numbers; before, etcd's always were. */
  static long version(Field metadata) {
    String text = metadata.get("resourceVersion").text();
    try {
      long version = Long.parseLong(text);
      return version < 0 ? PodRecord.UNKNOWN_VERSION : version;
    } catch (NumberFormatException e) {
      return PodRecord.UNKNOWN_VERSION;
    }
  }
}
