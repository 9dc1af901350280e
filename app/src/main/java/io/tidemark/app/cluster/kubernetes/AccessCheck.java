package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Asks an API server whether it would let us do what we are going to do. */
final class AccessCheck {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  /** Something that RBAC must allow, cluster-wide. */
  private record Right(String verb, String resource, String subresource) {
    static Right of(String verb, String resource) {
      return new Right(verb, resource, "");
    }

    String text() {
      return verb + " " + (subresource.isEmpty() ? resource : resource + "/" + subresource);
    }
  }

  private static final List<String> WATCHED = List.of("nodes", "resourcequotas", "pods");

  private static final List<Right> WRITING =
      List.of(
          Right.of("get", "pods"),
          Right.of("get", "nodes"),
          new Right("create", "pods", "binding"),
          Right.of("patch", "pods"),
          Right.of("patch", "nodes"),
          Right.of("create", "events"),
          Right.of("patch", "events"));

  private final ApiServer server;

  AccessCheck(ApiServer server) {
    this.server = server;
  }

  /**
   * @param writing whether pods are to be bound too
   */
  ProbeResult check(boolean writing) {
    Reply version = server.get(ApiPaths.VERSION);
    if (!(version instanceof Reply.Answer answer)) {
      return unusable("cannot be reached: " + version.reason());
    }
    if (answer.status() == UNAUTHORIZED) {
      return unauthorized();
    }
    String git = answer.json().path("gitVersion").asText("");
    if (!answer.isSuccess() || git.isEmpty()) {
      return unusable("does not answer as one: " + answer.line());
    }
    List<String> missing = new ArrayList<>();
    for (String resource : WATCHED) {
      Reply list = server.get(ApiPaths.list(resource, 1, ""));
      int status = list instanceof Reply.Answer listed ? listed.status() : 0;
      if (status == UNAUTHORIZED) {
        return unauthorized();
      }
      if (status == FORBIDDEN) {
        missing.add("list " + resource);
      } else if (status != 200) {
        return unusable("does not list " + resource + ": " + list.reason());
      }
      addIfDenied(Right.of("watch", resource), missing);
    }
    if (writing) {
      WRITING.forEach(right -> addIfDenied(right, missing));
    }
    return missing.isEmpty()
        ? new ProbeResult.Usable(git)
        : unusable("does not allow this user to " + String.join(", ", missing));
  }

  /** A user who may not even ask is given the benefit of the doubt. */
  private void addIfDenied(Right right, List<String> missing) {
    ObjectNode review =
        Json.object()
            .put("apiVersion", "authorization.k8s.io/v1")
            .put("kind", "SelfSubjectAccessReview");
    ObjectNode attributes = review.putObject("spec").putObject("resourceAttributes");
    attributes.put("verb", right.verb()).put("resource", right.resource());
    if (!right.subresource().isEmpty()) {
      attributes.put("subresource", right.subresource());
    }
    Reply reply = server.post(ApiPaths.ACCESS_REVIEWS, review);
    if (reply instanceof Reply.Answer answer
        && answer.isSuccess()
        && !answer.json().path("status").path("allowed").asBoolean(true)) {
      missing.add(right.text());
    }
  }

  private ProbeResult unauthorized() {
    return unusable("does not accept the credentials (401 Unauthorized)");
  }

  private ProbeResult unusable(String what) {
    return new ProbeResult.Unusable("the API server at " + server.url() + " " + what);
  }
}
