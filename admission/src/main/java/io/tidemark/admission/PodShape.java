package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.kube.Field;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.text.Excerpt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pod under review, which differs from one that exists: it may have no name, no UID and no
 * namespace yet (kubernetes/kubernetes#113952).
 */
final class PodShape {
  private PodShape() {}

  /** What keeps the object from being read; null where it can be. */
  static @Nullable Problem unreadable(PodReader reader, String namespace, JsonNode pod) {
    String object = "Pod " + namespace + "/" + name(pod.path("metadata"));
    List<Problem> malformed = new ArrayList<>();
    Field root = Field.root(object, pod, malformed);
    if (!pod.isObject()) {
      return root.problem("must be a Pod, found " + pod.getNodeType());
    }
    Field kind = root.get("kind");
    if (!kind.text().equals("Pod")) {
      return kind.problem(
          "must be Pod, found " + (kind.exists() ? Excerpt.of(kind.json().toString()) : "none"));
    }
    root.get("metadata").get("labels").texts();
    Field spec = root.get("spec");
    spec.get("runtimeClassName").text();
    for (String list : PodContainers.LISTS) {
      for (Field container : spec.get(list).list()) {
        container.get("securityContext").get("privileged").bool();
        container.get("env").list().forEach(variable -> variable.get("name").text());
      }
    }
    if (malformed.isEmpty()) {
      malformed.addAll(read(reader, namespace, pod).malformed());
    }
    return malformed.isEmpty() ? null : malformed.get(0);
  }

  /** A pod of which {@link #unreadable} found nothing. */
  static Reading<PodRecord> read(PodReader reader, String namespace, JsonNode pod) {
    ObjectNode identified = JsonNodeFactory.instance.objectNode();
    identified.setAll((ObjectNode) pod);
    ObjectNode metadata = identified.putObject("metadata");
    if (pod.path("metadata") instanceof ObjectNode given) {
      metadata.setAll(given);
    }
    metadata.put("name", name(metadata));
    metadata.put("namespace", namespace);
    return reader.readUnstored(identified);
  }

  /** As a message names it: {@code job-*} where the API server still has to make up the rest. */
  private static String name(JsonNode metadata) {
    String name = metadata.path("name").asText("");
    return name.isEmpty() ? metadata.path("generateName").asText("") + "*" : name;
  }
}
