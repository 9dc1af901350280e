package io.tidemark.app.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import io.tidemark.api.text.Excerpt;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.List;

/** Answers as AdmissionReviews, in the version that was asked. */
final class AdmissionReplies {
  private AdmissionReplies() {}

  /**
   * The object may go on, as it is where there is no operation.
   *
   * @param note for whoever reads the answer; API servers do not. Empty for none
   */
  static Buffer allowed(AdmissionRequest request, List<PatchOperation> patch, String note) {
    ObjectNode review = review(request.apiVersion());
    ObjectNode response = response(review, request.uid(), true);
    if (!patch.isEmpty()) {
      byte[] operations = Json.buffer(operations(patch)).getBytes();
      response.put("patch", Base64.getEncoder().encodeToString(operations));
      response.put("patchType", "JSONPatch");
    }
    if (!note.isEmpty()) {
      response.putObject("status").put("code", 200).put("message", note);
    }
    return Json.buffer(review);
  }

  /** The object may not go on; kubectl shows the reason to the user. */
  static Buffer denied(AdmissionRequest request, int code, String reason) {
    return denied(request.apiVersion(), request.uid(), code, reason);
  }

  /** An error about something that is no review. */
  static Buffer error(int code, String reason) {
    return denied(AdmissionRequest.V1, "", code, reason);
  }

  private static Buffer denied(String apiVersion, String uid, int code, String reason) {
    ObjectNode review = review(apiVersion);
    response(review, uid, false)
        .putObject("status")
        .put("status", "Failure")
        .put("message", Excerpt.printable(reason))
        .put("reason", reasonWord(code))
        .put("code", code);
    return Json.buffer(review);
  }

  private static ObjectNode review(String apiVersion) {
    return Json.MAPPER
        .createObjectNode()
        .put("kind", AdmissionRequest.KIND)
        .put("apiVersion", apiVersion);
  }

  private static ObjectNode response(ObjectNode review, String uid, boolean allowed) {
    return review.putObject("response").put("uid", uid).put("allowed", allowed);
  }

  private static ArrayNode operations(List<PatchOperation> patch) {
    ArrayNode operations = Json.MAPPER.createArrayNode();
    for (PatchOperation operation : patch) {
      operations
          .addObject()
          .put("op", operation.op())
          .put("path", operation.path())
          .set("value", operation.value());
    }
    return operations;
  }

  /** The StatusReason of apimachinery that goes with a code. */
  static String reasonWord(int code) {
    return switch (code) {
      case 400 -> "BadRequest";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 408 -> "Timeout";
      case 413 -> "RequestEntityTooLarge";
      case 415 -> "UnsupportedMediaType";
      case 503 -> "ServiceUnavailable";
      default -> "InternalError";
    };
  }
}
