package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Objects as JSON, sent to the API server as files have them. */
final class ClusterApi {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TRIES = 20;
  private static final Map<String, String> PLURALS =
      Map.of(
          "Pod", "pods",
          "ResourceQuota", "resourcequotas",
          "Node", "nodes",
          "Namespace", "namespaces",
          "PriorityClass", "priorityclasses");

  private final KubernetesClient client;

  /**
   * @param client of the user in whose name things happen
   */
  ClusterApi(KubernetesClient client) {
    this.client = client;
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }

  @Nullable ObjectNode get(String kind, String namespace, String name) {
    try {
      String answer = client.raw(path(kind, namespace) + "/" + name);
      return answer == null ? null : (ObjectNode) parse(answer);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  @Nullable ObjectNode pod(String key) {
    return get("Pod", Documents.namespaceOf(key), Documents.nameOf(key));
  }

  JsonNode create(JsonNode object) {
    String path = path(Documents.kind(object), Documents.namespace(object));
    return parse(client.raw(path, "POST", object.toString()));
  }

  /**
   * Creates a pod that has a node already, as Tidemark would have left it: what was given to it
   * comes with its Binding, which the API server copies into the pod.
   */
  JsonNode createPlaced(ObjectNode pod) {
    ObjectNode annotations = Documents.map(pod, "annotations");
    ObjectNode binding = JSON.createObjectNode();
    binding.put("apiVersion", "v1").put("kind", "Binding");
    ObjectNode given = binding.withObject("/metadata").put("name", Documents.name(pod));
    given = given.putObject("annotations");
    for (String key : Documents.fieldNames(annotations)) {
      if (key.startsWith("hami.io/") || key.startsWith("acme.example/")) {
        given.set(key, annotations.remove(key));
      }
    }
    ObjectNode spec = pod.withObject("/spec");
    String node = spec.remove("nodeName").asText();
    binding.putObject("target").put("kind", "Node").put("name", node);
    // Nobody else is to find it a node.
    spec.put("schedulerName", "was-scheduled-before");
    JsonNode created = create(pod);
    client.raw(
        path("Pod", Documents.namespace(pod)) + "/" + Documents.name(pod) + "/binding",
        "POST",
        binding.toString());
    return created;
  }

  /** Changes an object as it is now, where that changes anything; false where it is not there. */
  boolean change(
      String kind, String namespace, String name, String subresource, Consumer<ObjectNode> change) {
    for (int i = 0; ; i++) {
      ObjectNode object = get(kind, namespace, name);
      if (object == null) {
        return false;
      }
      ObjectNode before = object.deepCopy();
      change.accept(object);
      if (object.equals(before)) {
        return true;
      }
      try {
        client.raw(path(kind, namespace) + "/" + name + subresource, "PUT", object.toString());
        return true;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || i == TRIES) {
          throw e;
        }
      }
    }
  }

  /** Deletes an object; nothing where it is not there. */
  void delete(String kind, String namespace, String name, long graceSeconds) {
    try {
      client.raw(
          path(kind, namespace) + "/" + name,
          "DELETE",
          JSON.createObjectNode().put("gracePeriodSeconds", graceSeconds).toString());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Deletes all of a kind in a namespace at once. */
  void deleteAll(String kind, String namespace) {
    client.raw(path(kind, namespace), "DELETE", "{\"gracePeriodSeconds\":0}");
  }

  private static String path(String kind, String namespace) {
    String plural = PLURALS.get(kind);
    if (plural == null) {
      throw new IllegalArgumentException("no kind of scenarios: " + kind);
    }
    return switch (kind) {
      case "PriorityClass" -> "/apis/scheduling.k8s.io/v1/" + plural;
      case "Node", "Namespace" -> "/api/v1/" + plural;
      default -> "/api/v1/namespaces/" + namespace + "/" + plural;
    };
  }
}
