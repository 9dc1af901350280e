package io.tidemark.app.http;

import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.scheduling.AdmissionReviewer;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.ReviewMode;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code /webhook} and {@code /validate}, as an API server calls a mutating and a validating
 * webhook. The second sees the final object: what the first would still change about it, it
 * refuses. Every review has status 200; what is no review has an error status, on which an API
 * server refuses the pod too.
 */
@Singleton
public class WebhookRoutes {
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;

  private final AdmissionReviewer reviewer;
  private final DecisionLog decisions;
  private final ReviewMode mode;
  private final RequestDrain drain;
  private final RequestTimers timers;
  private final HttpConfig config;
  private final Clock clock;

  public WebhookRoutes(
      ModuleBus bus,
      DecisionLog decisions,
      ReviewMode mode,
      RequestDrain drain,
      RequestTimers timers,
      HttpConfig config,
      Clock clock) {
    this.reviewer = new AdmissionReviewer(bus, ClusterId.LIVE);
    this.decisions = decisions;
    this.mode = mode;
    this.drain = drain;
    this.timers = timers;
    this.config = config;
    this.clock = clock;
  }

  void routes(@Observes Router router) {
    route(router, Endpoint.WEBHOOK);
    route(router, Endpoint.VALIDATE);
  }

  private void route(Router router, Endpoint endpoint) {
    PostExchange.Surroundings surroundings =
        new PostExchange.Surroundings(drain, timers, config.bodyTimeout());
    PostExchange.Service service =
        new PostExchange.Service() {
          @Override
          public CompletionStage<Reply> answer(PostExchange.Request request)
              throws UnreadableRequestException {
            return CompletableFuture.completedFuture(WebhookRoutes.this.answer(endpoint, request));
          }

          @Override
          public Reply error(Outcome outcome, String reason) {
            return WebhookRoutes.error(outcome, reason);
          }
        };
    router
        .post(endpoint.path())
        .handler(new PostExchange(endpoint, config.maxBody().asLongValue(), surroundings, service));
  }

  private static Reply error(Outcome outcome, String reason) {
    return Reply.error(outcome, AdmissionReplies.error(outcome.status(), reason));
  }

  private Reply answer(Endpoint endpoint, PostExchange.Request http)
      throws UnreadableRequestException {
    if (!isJson(http.contentType())) {
      String found = http.contentType().isEmpty() ? "none" : http.contentType();
      return error(
          Outcome.WRONG_CONTENT_TYPE, "Content-Type: expected application/json, found " + found);
    }
    AdmissionRequest request = AdmissionRequest.read(http.body());
    Operation operation = request.operation();
    if (operation == null) {
      return refused(request, BAD_REQUEST, "request.operation: is none that is known");
    }
    if (!request.kind().isEmpty() && !request.kind().equals("Pod")) {
      return Reply.ok(
          Outcome.OK,
          AdmissionReplies.allowed(
              request, List.of(), "kind " + request.kind() + " is not reviewed"));
    }
    Instant now = clock.instant();
    Verdict verdict =
        reviewer.review(
            operation,
            request.namespace(),
            request.subresource(),
            request.object(),
            request.oldObject(),
            request.user(),
            now);
    return reply(endpoint, request, verdict, now);
  }

  /** Parameters such as a charset may follow. */
  private static boolean isJson(String contentType) {
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    return type.strip().toLowerCase(Locale.ROOT).equals("application/json");
  }

  private Reply reply(Endpoint endpoint, AdmissionRequest request, Verdict verdict, Instant now) {
    if (verdict instanceof Verdict.NotOurs notOurs) {
      return Reply.ok(Outcome.OK, AdmissionReplies.allowed(request, List.of(), notOurs.reason()));
    }
    if (verdict instanceof Verdict.Denied denied) {
      return denied(request, denied.code(), denied.reason(), now);
    }
    Verdict.Allowed allowed = (Verdict.Allowed) verdict;
    if (mode.reportsOnly()) {
      return Reply.ok(Outcome.OK, AdmissionReplies.allowed(request, List.of(), "dry run"));
    }
    return endpoint == Endpoint.VALIDATE && !allowed.patch().isEmpty()
        ? denied(request, FORBIDDEN, NormalFormText.of(allowed.patch()), now)
        : Reply.ok(Outcome.OK, AdmissionReplies.allowed(request, allowed.patch(), ""));
  }

  private Reply denied(AdmissionRequest request, int code, String reason, Instant now) {
    if (!request.dryRun()) {
      decisions.add(
          new DecisionLog.Entry(now, key(request), "", DecisionLog.What.DENIED, null, reason));
    }
    return mode.reportsOnly()
        ? Reply.ok(
            Outcome.OK,
            AdmissionReplies.allowed(request, List.of(), "dry run: would be refused: " + reason))
        : refused(request, code, reason);
  }

  private static Reply refused(AdmissionRequest request, int code, String reason) {
    return Reply.ok(Outcome.REFUSED, AdmissionReplies.denied(request, code, reason));
  }

  /** As messages name a pod whose name the API server still has to make up: {@code job-*}. */
  private static PodKey key(AdmissionRequest request) {
    String name = request.object().path("metadata").path("name").asText("");
    String prefix = request.object().path("metadata").path("generateName").asText("");
    return new PodKey(request.namespace(), name.isEmpty() ? prefix + "*" : name);
  }
}
