package io.tidemark.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.text.Excerpt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The request of an AdmissionReview, of admission.k8s.io/v1 or v1beta1: the two are the same but
 * for the name.
 *
 * @param apiVersion that the caller used, and must be answered in
 * @param uid to be repeated in the answer; not empty
 * @param kind of the object; empty where the request does not say
 * @param operation null where it is none that is known
 * @param namespace empty for objects outside of namespaces
 * @param subresource empty for the object itself
 * @param object a JSON null where there is none
 * @param dryRun the answer must not leave a trace
 */
record AdmissionRequest(
    String apiVersion,
    String uid,
    String kind,
    @Nullable Operation operation,
    String namespace,
    String subresource,
    JsonNode object,
    @Nullable JsonNode oldObject,
    String user,
    boolean dryRun) {
  static final String V1 = "admission.k8s.io/v1";
  static final String KIND = "AdmissionReview";
  private static final List<String> VERSIONS = List.of(V1, "admission.k8s.io/v1beta1");

  /**
   * @throws UnreadableRequestException where there is nothing that could be answered in kind
   */
  static AdmissionRequest read(byte[] body) throws UnreadableRequestException {
    JsonNode review = Json.tree(body);
    if (!review.isObject()) {
      throw new UnreadableRequestException(
          "expected an "
              + KIND
              + ", found "
              + review.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    if (!review.path("kind").asText("").equals(KIND)) {
      throw new UnreadableRequestException(
          "kind: expected " + KIND + ", found " + found(review, "kind"));
    }
    String apiVersion = review.path("apiVersion").asText("");
    if (!VERSIONS.contains(apiVersion)) {
      throw new UnreadableRequestException(
          "apiVersion: expected "
              + String.join(" or ", VERSIONS)
              + ", found "
              + found(review, "apiVersion"));
    }
    JsonNode request = review.path("request");
    if (!request.isObject()) {
      throw new UnreadableRequestException("request: is missing");
    }
    String uid = request.path("uid").asText("");
    if (uid.isEmpty()) {
      throw new UnreadableRequestException("request.uid: is missing");
    }
    JsonNode object = request.path("object");
    return new AdmissionRequest(
        apiVersion,
        uid,
        request.path("kind").path("kind").asText(""),
        operation(request.path("operation").asText("")),
        request.path("namespace").asText(""),
        subresource(request),
        object.isMissingNode() ? Json.MAPPER.nullNode() : object,
        request.hasNonNull("oldObject") ? request.get("oldObject") : null,
        request.path("userInfo").path("username").asText(""),
        request.path("dryRun").asBoolean(false));
  }

  private static String subresource(JsonNode request) {
    String text = request.path("subResource").asText("");
    return text.isEmpty() ? request.path("requestSubResource").asText("") : text;
  }

  private static @Nullable Operation operation(String text) {
    return Arrays.stream(Operation.values())
        .filter(operation -> operation.name().equals(text))
        .findFirst()
        .orElse(null);
  }

  private static String found(JsonNode object, String field) {
    return object.has(field) ? Excerpt.of(object.get(field).toString()) : "none";
  }
}
