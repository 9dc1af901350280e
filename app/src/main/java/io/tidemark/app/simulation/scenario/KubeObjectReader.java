package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.kube.NodeReader;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.kube.QuotaReader;
import io.tidemark.api.kube.UnreadableObjectException;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Reads a Kubernetes object of the known kinds. Fields that are not known are let through; a wrong
 * type or an unreadable value of a field that Tidemark reads is an error. What annotations say is
 * part of the simulated world and is not judged here.
 */
final class KubeObjectReader {
  private final PodReader pods;
  private final NodeReader nodes;
  private final QuotaReader quotas;

  KubeObjectReader(DeviceFamilies families) {
    this.pods = new PodReader(families);
    this.nodes = new NodeReader(families, ZoneOffset.UTC);
    this.quotas = new QuotaReader(families);
  }

  KubeObject read(ObjectKind kind, PlacedValue object) throws InputException {
    PlacedValue apiVersion = object.get("apiVersion");
    if (!apiVersion.text().equals(kind.apiVersion())) {
      throw apiVersion.wrong(
          "must be "
              + kind.apiVersion()
              + " for a "
              + kind.word()
              + ", found "
              + apiVersion.found());
    }
    PlacedValue metadata = object.get("metadata").map();
    String name = name(kind, metadata);
    String namespace = namespace(kind, metadata);
    List<Problem> malformed =
        switch (kind) {
          case NODE -> malformed(object, json -> nodes.read(json).malformed());
          case POD -> malformed(object, json -> pods.readUnstored(json).malformed());
          case RESOURCE_QUOTA -> malformed(object, json -> quotas.read(json).malformed());
          case NAMESPACE -> List.of();
          case PRIORITY_CLASS -> {
            object.get("value").number(Integer.MIN_VALUE, Integer.MAX_VALUE);
            if (object.json().hasNonNull("globalDefault")) {
              object.get("globalDefault").bool();
            }
            yield List.of();
          }
        };
    if (!malformed.isEmpty()) {
      Problem first = malformed.get(0);
      throw wrong(object, object.follow(first.field()), first);
    }
    return new KubeObject(kind.word(), namespace, name, object.json(), object.place());
  }

  /** Checks what a step gives as the status of a pod. */
  void checkStatus(PodKey pod, PlacedValue status) throws InputException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.withObject("/metadata").put("namespace", pod.namespace()).put("name", pod.name());
    object.set("status", status.json());
    List<Problem> malformed = pods.readUnstored(object).malformed();
    if (!malformed.isEmpty()) {
      Problem first = malformed.get(0);
      String inStatus = first.field().replaceFirst("^status\\.?", "");
      throw wrong(status, status.follow(inStatus), first);
    }
  }

  private static InputException wrong(PlacedValue object, PlacedValue field, Problem problem) {
    String trail = object.trail();
    return new InputException(
        field.place() + ": " + (trail.isEmpty() ? "" : trail + ": ") + problem);
  }

  private static String name(ObjectKind kind, PlacedValue metadata) throws InputException {
    PlacedValue name = metadata.get("name");
    if (isUnset(name) && !isUnset(metadata.get("generateName"))) {
      throw metadata
          .get("generateName")
          .wrong(
              "gives no name that steps and reports could use; the "
                  + kind.word()
                  + " needs metadata.name");
    }
    return name.name();
  }

  private static String namespace(ObjectKind kind, PlacedValue metadata) throws InputException {
    PlacedValue namespace = metadata.get("namespace");
    if (!kind.namespaced()) {
      return "";
    }
    return isUnset(namespace) ? "default" : namespace.name();
  }

  /** As the API server takes it: absent, null and the empty text are the same. */
  private static boolean isUnset(PlacedValue value) {
    JsonNode json = value.json();
    return !value.exists() || json.isNull() || (json.isTextual() && json.textValue().isEmpty());
  }

  private interface MalformedParts {
    List<Problem> of(JsonNode json);
  }

  private static List<Problem> malformed(PlacedValue object, MalformedParts parts)
      throws InputException {
    PlacedValue uid = object.get("metadata").get("uid");
    if (!isUnset(uid)) {
      uid.text();
    }
    try {
      return parts.of(object.json());
    } catch (UnreadableObjectException e) {
      return List.of(e.problem());
    }
  }
}
