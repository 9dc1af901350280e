package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where an object of a kind is found.
 *
 * @param namespace empty where the kind has none
 */
record ObjectName(String namespace, String name) {
  static ObjectName of(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return new ObjectName(metadata.path("namespace").asText(""), metadata.path("name").asText(""));
  }
}
