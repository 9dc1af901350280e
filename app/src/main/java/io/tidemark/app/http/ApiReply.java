package io.tidemark.app.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.report.JsonReport;
import java.nio.charset.StandardCharsets;

/**
 * What people and their tools get from {@code /api}.
 *
 * @param body in UTF-8
 */
record ApiReply(int status, String contentType, byte[] body) {
  static final String JSON = "application/json";
  static final String TEXT = "text/plain; charset=utf-8";

  static ApiReply json(byte[] body) {
    return new ApiReply(200, JSON, body);
  }

  static ApiReply json(ObjectNode tree) {
    return json(JsonReport.text(tree).getBytes(StandardCharsets.UTF_8));
  }

  static ApiReply text(String text) {
    return new ApiReply(200, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  /** An error; always JSON, always of these three fields. */
  static ApiReply error(int status, String message) {
    ObjectNode error = Json.MAPPER.createObjectNode();
    error.put("code", status);
    error.put("reason", AdmissionReplies.reasonWord(status));
    error.put("message", message);
    return new ApiReply(status, JSON, JsonReport.text(error).getBytes(StandardCharsets.UTF_8));
  }
}
