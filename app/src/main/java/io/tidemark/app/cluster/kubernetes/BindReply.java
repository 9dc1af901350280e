package io.tidemark.app.cluster.kubernetes;

import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import java.util.List;

/**
 * What an answer to a Binding says about the pod.
 *
 * <p>"Refused" undoes a placement, so it is said only where nothing can have been written. The API
 * server answers 409 to everything that its storage says, be it a condition that does not hold or a
 * timeout of etcd after which the Binding may stand (registry/core/pod/storage, {@code assignPod}).
 * The reason in the Status is the same for all, so only the message tells them apart; a message
 * that is not known here leaves the outcome unknown, and the pod is read.
 */
final class BindReply {
  /** The pod has another version than the Binding's precondition. */
  private static final List<String> NEWER =
      List.of("ResourceVersion in precondition", "the object has been modified");

  /** The pod is another one, or cannot be bound as it is. */
  private static final List<String> NOT_BOUND =
      List.of(
          "UID in precondition",
          "is already assigned to node",
          "is being deleted",
          "has non-empty .spec.schedulingGates");

  private static final int CONFLICT = 409;

  /** A proxy gave up waiting for the request, parts of which may have passed. */
  private static final int REQUEST_TIMEOUT = 408;

  /** A proxy's word for a client that hung up; the API server may have the request. */
  private static final int CLIENT_CLOSED_REQUEST = 499;

  private BindReply() {}

  static BindOutcome outcome(Reply reply) {
    if (!(reply instanceof Reply.Answer answer)) {
      return new BindOutcome.Unknown(reply.reason());
    }
    if (answer.isSuccess()) {
      return new BindOutcome.Bound();
    }
    String line = answer.line();
    if (answer.status() == CONFLICT) {
      return conflict(answer.message(), line);
    }
    return isDefinite(answer.status())
        ? new BindOutcome.Refused(line)
        : new BindOutcome.Unknown(line);
  }

  private static BindOutcome conflict(String message, String line) {
    if (NEWER.stream().anyMatch(message::contains)) {
      return new BindOutcome.Outdated(line);
    }
    return NOT_BOUND.stream().anyMatch(message::contains)
        ? new BindOutcome.Refused(line)
        : new BindOutcome.Unknown(line);
  }

  /** 429 is among them: the API server says so before it begins with a request. */
  private static boolean isDefinite(int status) {
    return status >= 400
        && status < 500
        && status != REQUEST_TIMEOUT
        && status != CLIENT_CLOSED_REQUEST;
  }
}
