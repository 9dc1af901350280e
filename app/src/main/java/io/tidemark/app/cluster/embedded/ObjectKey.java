package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where an object is found.
 *
 * @param namespace empty for kinds without namespaces
 */
public record ObjectKey(String kind, String namespace, String name) {
  /** The key of an object; a namespaced one without a namespace is in {@code default}. */
  public static ObjectKey of(JsonNode object) {
    String kind = object.path("kind").asText();
    JsonNode metadata = object.path("metadata");
    return of(kind, metadata.path("namespace").asText(""), metadata.path("name").asText());
  }

  public static ObjectKey of(String kind, String namespace, String name) {
    if (!namespaced(kind)) {
      return new ObjectKey(kind, "", name);
    }
    return new ObjectKey(kind, namespace.isEmpty() ? "default" : namespace, name);
  }

  public static ObjectKey pod(io.tidemark.api.model.PodKey key) {
    return new ObjectKey("Pod", key.namespace(), key.name());
  }

  private static boolean namespaced(String kind) {
    return kind.equals("Pod") || kind.equals("ResourceQuota");
  }
}
