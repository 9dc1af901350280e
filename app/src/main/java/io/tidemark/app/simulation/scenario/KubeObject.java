package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A Kubernetes object of the files.
 *
 * @param kind one of Node, Pod, ResourceQuota, Namespace, PriorityClass
 * @param namespace {@code default} where the object names none; empty for kinds without namespaces
 * @param place file, line and document, for messages
 */
public record KubeObject(String kind, String namespace, String name, JsonNode json, String place) {
  /** {@code team-a/train}, or the name alone for kinds without namespaces. */
  String qualifiedName() {
    return qualifiedName(namespace, name);
  }

  static String qualifiedName(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
