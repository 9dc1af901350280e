package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway.WriteOutcome;

/** What an answer to a patch of an object's metadata says. */
final class WriteReply {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int INVALID = 422;

  private WriteReply() {}

  static WriteOutcome outcome(Reply reply) {
    if (!(reply instanceof Reply.Answer answer)) {
      return new WriteOutcome.Failed(reply.reason());
    }
    if (answer.isSuccess()) {
      JsonNode version = answer.json().path("metadata").path("resourceVersion");
      return new WriteOutcome.Written(version.asLong(PodRecord.UNKNOWN_VERSION));
    }
    return switch (answer.status()) {
      case NOT_FOUND -> new WriteOutcome.Absent();
      case CONFLICT -> new WriteOutcome.Conflict();
      case INVALID ->
          namesAnotherUid(answer.json())
              ? new WriteOutcome.Conflict()
              : new WriteOutcome.Failed(answer.line());
      default -> new WriteOutcome.Failed(answer.line());
    };
  }

  /** A UID in a patch that is not the object's is an attempt to change it. */
  private static boolean namesAnotherUid(JsonNode status) {
    for (JsonNode cause : status.path("details").path("causes")) {
      if (cause.path("field").asText("").equals("metadata.uid")) {
        return true;
      }
    }
    return false;
  }
}
