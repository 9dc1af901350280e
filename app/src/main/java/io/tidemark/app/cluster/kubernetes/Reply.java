package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;

/** What came of one call to the API server. */
sealed interface Reply {
  /** An HTTP answer, be it from the API server or from a proxy before it. */
  final class Answer implements Reply {
    private static final int MOST_TEXT = 300;

    private final int status;
    private final byte[] body;

    Answer(int status, byte[] body) {
      this.status = status;
      this.body = body;
    }

    int status() {
      return status;
    }

    boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    byte[] body() {
      return body;
    }

    /** The body; missing where it is no JSON. */
    JsonNode json() {
      try {
        return Json.MAPPER.readTree(body);
      } catch (IOException e) {
        return MissingNode.getInstance();
      }
    }

    /** The message where the answer is a Status of Kubernetes, else empty. */
    String message() {
      return json().path("message").asText("");
    }

    /** The answer in one line: its message, shortened, or else its status. */
    String line() {
      String message = message();
      return message.isBlank() ? "HTTP " + status : OneLine.of(message, MOST_TEXT);
    }
  }

  /** No answer, or none in time. Whether the call reached the API server is not known. */
  record None(String reason) implements Reply {}

  /** The reply in one line. */
  default String reason() {
    return this instanceof Answer answer ? answer.line() : ((None) this).reason();
  }
}
