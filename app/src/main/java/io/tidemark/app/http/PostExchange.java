package io.tidemark.app.http;

import io.micrometer.core.instrument.Timer;
import io.tidemark.api.kube.UnreadableObjectException;
import io.tidemark.app.http.BodyCollector.Collected;
import io.tidemark.app.scheduling.Extender;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jboss.logging.Logger;

/**
 * One endpoint that takes a document and answers with one: collects the body on the event loop, has
 * it answered on a worker thread, and sends what came of it. Every way leads to exactly one reply.
 */
final class PostExchange implements Handler<RoutingContext> {
  private static final Logger LOGGER = Logger.getLogger(PostExchange.class);

  /** How long a caller that was answered early may go on sending before it is cut off. */
  private static final long LINGER_MILLIS = 5_000;

  /** Who answers. */
  interface Service {
    /**
     * On a worker thread, which may wait.
     *
     * @throws UnreadableRequestException where the request is not what it should be
     */
    CompletionStage<Reply> answer(Request request) throws UnreadableRequestException;

    /** An error in the form of the endpoint. */
    Reply error(Outcome outcome, String reason);
  }

  /**
   * What is to be answered.
   *
   * @param contentType as the caller named it; empty where it did not
   */
  record Request(byte[] body, String contentType, Extender.Caller caller) {}

  /** What all exchanges share. */
  record Surroundings(RequestDrain drain, RequestTimers timers, Duration bodyTimeout) {}

  private final Endpoint endpoint;
  private final long maxBody;
  private final Surroundings surroundings;
  private final Service service;

  /**
   * @param maxBody in bytes
   */
  PostExchange(Endpoint endpoint, long maxBody, Surroundings surroundings, Service service) {
    this.endpoint = endpoint;
    this.maxBody = maxBody;
    this.surroundings = surroundings;
    this.service = service;
  }

  @Override
  public void handle(RoutingContext routing) {
    surroundings.drain().enter();
    Timer.Sample sample = surroundings.timers().start();
    HungUp caller = new HungUp();
    routing.addEndHandler(
        end -> {
          if (end.failed()) {
            caller.gone = true;
          }
        });
    BodyCollector.collect(
        routing.vertx(),
        routing.request(),
        maxBody,
        surroundings.bodyTimeout().toMillis(),
        collected -> answer(routing, collected, caller, sample));
  }

  private void answer(
      RoutingContext routing, Collected collected, HungUp caller, Timer.Sample sample) {
    if (collected instanceof Collected.Whole whole) {
      Context context = routing.vertx().getOrCreateContext();
      String type = routing.request().getHeader("Content-Type");
      context
          .executeBlocking(() -> answer(whole, type == null ? "" : type, caller), false)
          .onComplete(
              started -> {
                if (started.failed()) {
                  send(routing, failure(started.cause()), sample);
                  return;
                }
                started
                    .result()
                    .whenComplete(
                        (reply, failure) ->
                            onContext(
                                context,
                                () ->
                                    send(
                                        routing,
                                        failure == null ? reply : failure(failure),
                                        sample)));
              });
    } else if (collected instanceof Collected.TooLarge) {
      String reason =
          "the request is larger than " + maxBody + " bytes; see the tidemark.http settings";
      LOGGER.warnf("%s: %s", endpoint.text(), reason);
      send(routing, service.error(Outcome.TOO_LARGE, reason), sample);
    } else if (collected instanceof Collected.TooSlow) {
      String reason = "the request did not arrive within " + surroundings.bodyTimeout();
      LOGGER.warnf("%s: %s", endpoint.text(), reason);
      send(routing, service.error(Outcome.TOO_SLOW, reason), sample);
    } else {
      end(sample, Outcome.HUNG_UP);
    }
  }

  private CompletionStage<Reply> answer(Collected.Whole whole, String type, HungUp caller)
      throws UnreadableRequestException {
    return service.answer(new Request(whole.bytes(), type, caller));
  }

  private static void onContext(Context context, Runnable task) {
    if (Vertx.currentContext() == context) {
      task.run();
    } else {
      context.runOnContext(unused -> task.run());
    }
  }

  private Reply failure(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof UnreadableRequestException || cause instanceof UnreadableObjectException) {
      return service.error(Outcome.UNREADABLE, String.valueOf(cause.getMessage()));
    }
    LOGGER.errorf(cause, "%s: no answer", endpoint.text());
    return service.error(Outcome.INTERNAL, "internal error: " + cause);
  }

  private void send(RoutingContext routing, Reply reply, Timer.Sample sample) {
    HttpServerResponse response = routing.response();
    if (response.closed() || response.ended()) {
      end(sample, Outcome.HUNG_UP);
      return;
    }
    boolean closes = reply.outcome().closes();
    response.setStatusCode(reply.status());
    response.putHeader("Content-Type", "application/json");
    if (closes && routing.request().version() != HttpVersion.HTTP_2) {
      response.putHeader("Connection", "close");
    }
    response
        .end(reply.json())
        .onComplete(
            sent -> {
              end(sample, sent.succeeded() ? reply.outcome() : Outcome.HUNG_UP);
              if (closes) {
                close(routing.vertx(), routing.request());
              }
            });
  }

  /** Lets a caller that is still sending come to an end first, or it would not see the answer. */
  private static void close(Vertx vertx, HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.connection().shutdown();
    } else if (request.isEnded()) {
      request.connection().close();
    } else {
      long timer = vertx.setTimer(LINGER_MILLIS, late -> request.connection().close());
      request.endHandler(
          all -> {
            vertx.cancelTimer(timer);
            request.connection().close();
          });
    }
  }

  private void end(Timer.Sample sample, Outcome outcome) {
    surroundings.timers().stop(sample, endpoint, outcome);
    surroundings.drain().leave();
  }

  /** A caller over a connection. */
  private static final class HungUp implements Extender.Caller {
    private volatile boolean gone;

    @Override
    public boolean gone() {
      return gone;
    }
  }
}
