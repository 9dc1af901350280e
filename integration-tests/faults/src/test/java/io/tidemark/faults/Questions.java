package io.tidemark.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.http.HttpResponse;
import java.util.List;

/** What kube-scheduler asks, for tests that ask in an order of their own. */
final class Questions {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Questions() {}

  /** An {@code ExtenderArgs} with names. */
  static String filter(Pod pod, List<String> nodes) {
    ObjectNode args = JSON.createObjectNode();
    args.set("Pod", json(Serialization.asJson(pod)));
    args.putNull("Nodes");
    nodes.forEach(args.putArray("NodeNames")::add);
    return args.toString();
  }

  /** An {@code ExtenderBindingArgs}. */
  static String bind(Pod pod, String node) {
    return JSON.createObjectNode()
        .put("PodName", pod.getMetadata().getName())
        .put("PodNamespace", pod.getMetadata().getNamespace())
        .put("PodUID", pod.getMetadata().getUid())
        .put("Node", node)
        .toString();
  }

  /** An {@code AdmissionReview} of a pod that is to be created. */
  static String review(Pod pod) {
    ObjectNode review =
        JSON.createObjectNode()
            .put("apiVersion", "admission.k8s.io/v1")
            .put("kind", "AdmissionReview");
    ObjectNode request =
        review
            .putObject("request")
            .put("uid", "review")
            .put("operation", "CREATE")
            .put("namespace", pod.getMetadata().getNamespace());
    request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
    request.putObject("resource").put("group", "").put("version", "v1").put("resource", "pods");
    request.putObject("userInfo").put("username", "test");
    request.set("object", json(Serialization.asJson(pod)));
    return review.toString();
  }

  /** The names of the nodes of an answer to a filter. */
  static List<String> nodes(HttpResponse<String> answer) {
    return json(answer.body()).path("NodeNames").valueStream().map(JsonNode::asText).toList();
  }

  /** The error of an answer; empty where there is none. */
  static String error(HttpResponse<String> answer) {
    return json(answer.body()).path("Error").asText("");
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }
}
