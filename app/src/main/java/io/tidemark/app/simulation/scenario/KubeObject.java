package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A Kubernetes object of the files.
 *
 * @param kind one of Node, Pod, ResourceQuota, Namespace, PriorityClass
 * @param namespace {@code default} where the object names none; empty for kinds without namespaces
 * @param place file, line and document, for messages
 */
public record KubeObject(String kind, String namespace, String name, JsonNode json, String place) {}
