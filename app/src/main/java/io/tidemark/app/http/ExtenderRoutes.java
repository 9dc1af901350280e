package io.tidemark.app.http;

import io.tidemark.app.scheduling.Extender;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.PreemptAnswer;
import io.tidemark.app.scheduling.Extender.PrioritizeAnswer;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code /filter}, {@code /prioritize}, {@code /preempt} and {@code /bind}, as kube-scheduler calls
 * an extender (extender/v1). What is an answer has status 200, errors of filter and bind included:
 * their text then reaches the pod's user. Who does not lead answers 503 and closes the connection,
 * since kube-scheduler keeps one and would ask here for ever.
 */
@Singleton
public class ExtenderRoutes {
  private final Instance<Extender> extenders;
  private final RequestDrain drain;
  private final RequestTimers timers;
  private final HttpConfig config;

  public ExtenderRoutes(
      Instance<Extender> extenders, RequestDrain drain, RequestTimers timers, HttpConfig config) {
    this.extenders = extenders;
    this.drain = drain;
    this.timers = timers;
    this.config = config;
  }

  void routes(@Observes Router router) {
    PostExchange.Surroundings surroundings =
        new PostExchange.Surroundings(drain, timers, config.bodyTimeout());
    long maxFilterBody = config.maxFilterBody().asLongValue();
    route(router, Endpoint.FILTER, maxFilterBody, surroundings, this::filter);
    route(router, Endpoint.PRIORITIZE, maxFilterBody, surroundings, this::prioritize);
    route(router, Endpoint.PREEMPT, maxFilterBody, surroundings, this::preempt);
    route(router, Endpoint.BIND, config.maxBody().asLongValue(), surroundings, this::bind);
  }

  /** How one of the endpoints asks the extender. */
  private interface Question {
    CompletionStage<Reply> ask(Extender extender, PostExchange.Request request)
        throws UnreadableRequestException;
  }

  private void route(
      Router router,
      Endpoint endpoint,
      long maxBody,
      PostExchange.Surroundings surroundings,
      Question question) {
    PostExchange.Service service =
        new PostExchange.Service() {
          @Override
          public CompletionStage<Reply> answer(PostExchange.Request request)
              throws UnreadableRequestException {
            String reason = notServing();
            return reason == null
                ? question.ask(extenders.get(), request)
                : CompletableFuture.completedFuture(error(Outcome.NOT_SERVING, reason));
          }

          @Override
          public Reply error(Outcome outcome, String reason) {
            return ExtenderRoutes.error(endpoint, outcome, reason);
          }
        };
    router
        .post(endpoint.path())
        .handler(new PostExchange(endpoint, maxBody, surroundings, service));
  }

  private @Nullable String notServing() {
    if (drain.stopping()) {
      return "Tidemark is stopping";
    }
    return extenders.isResolvable() ? null : "Tidemark does not schedule here";
  }

  private CompletionStage<Reply> filter(Extender extender, PostExchange.Request request)
      throws UnreadableRequestException {
    FilterArgs args = FilterArgs.read(request.body());
    return CompletableFuture.completedFuture(reply(args, extender.filter(args.question())));
  }

  private static Reply reply(FilterArgs args, FilterAnswer answer) {
    if (answer instanceof FilterAnswer.Nodes nodes) {
      Outcome outcome = nodes.names().isEmpty() ? Outcome.REFUSED : Outcome.OK;
      return Reply.ok(outcome, ExtenderReplies.filtered(args, nodes));
    }
    if (answer instanceof FilterAnswer.All) {
      return Reply.ok(Outcome.OK, ExtenderReplies.all(args));
    }
    return answer instanceof FilterAnswer.Failed failed
        ? error(Endpoint.FILTER, Outcome.FAILED, failed.reason())
        : error(Endpoint.FILTER, Outcome.NOT_SERVING, ((FilterAnswer.NotLeading) answer).reason());
  }

  private CompletionStage<Reply> prioritize(Extender extender, PostExchange.Request request)
      throws UnreadableRequestException {
    FilterArgs args = FilterArgs.read(request.body());
    return CompletableFuture.completedFuture(reply(extender.prioritize(args.question())));
  }

  private static Reply reply(PrioritizeAnswer answer) {
    if (answer instanceof PrioritizeAnswer.Scores scores) {
      return Reply.ok(Outcome.OK, ExtenderReplies.scores(scores.scores()));
    }
    return answer instanceof PrioritizeAnswer.Failed failed
        ? error(Endpoint.PRIORITIZE, Outcome.FAILED, failed.reason())
        : error(
            Endpoint.PRIORITIZE,
            Outcome.NOT_SERVING,
            ((PrioritizeAnswer.NotLeading) answer).reason());
  }

  private CompletionStage<Reply> preempt(Extender extender, PostExchange.Request request)
      throws UnreadableRequestException {
    PreemptArgs args = PreemptArgs.read(request.body());
    return CompletableFuture.completedFuture(reply(args, extender.preempt(args.question())));
  }

  private static Reply reply(PreemptArgs args, PreemptAnswer answer) {
    if (answer instanceof PreemptAnswer.Nodes nodes) {
      Outcome outcome = nodes.victims().isEmpty() ? Outcome.REFUSED : Outcome.OK;
      return Reply.ok(outcome, ExtenderReplies.victims(args, nodes));
    }
    return answer instanceof PreemptAnswer.Failed failed
        ? error(Endpoint.PREEMPT, Outcome.FAILED, failed.reason())
        : error(
            Endpoint.PREEMPT, Outcome.NOT_SERVING, ((PreemptAnswer.NotLeading) answer).reason());
  }

  private CompletionStage<Reply> bind(Extender extender, PostExchange.Request request)
      throws UnreadableRequestException {
    return extender
        .bind(BindArgs.read(request.body()), request.caller())
        .thenApply(ExtenderRoutes::reply);
  }

  private static Reply reply(BindAnswer answer) {
    if (answer instanceof BindAnswer.Bound) {
      return Reply.ok(Outcome.OK, ExtenderReplies.error(""));
    }
    return answer instanceof BindAnswer.Failed failed
        ? error(Endpoint.BIND, Outcome.REFUSED, failed.reason())
        : error(Endpoint.BIND, Outcome.NOT_SERVING, ((BindAnswer.NotLeading) answer).reason());
  }

  /** An error in the form of the endpoint; an empty reason would read as none. */
  private static Reply error(Endpoint endpoint, Outcome outcome, String reason) {
    String told = reason.isBlank() ? "no reason given" : reason;
    Function<String, Buffer> form =
        endpoint == Endpoint.FILTER ? ExtenderReplies::notFiltered : ExtenderReplies::error;
    boolean hasRoomForErrors = endpoint == Endpoint.FILTER || endpoint == Endpoint.BIND;
    boolean isAnswer =
        switch (outcome) {
          case REFUSED, FAILED, UNREADABLE, INTERNAL -> true;
          default -> false;
        };
    return hasRoomForErrors && isAnswer
        ? Reply.ok(outcome, form.apply(told))
        : Reply.error(outcome, form.apply(told));
  }
}
