package io.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.configuration.MemorySize;
import io.tidemark.app.scheduling.Extender;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens on a connection, on a server of its own. */
class PostExchangeTest {
  private static final int LIMIT = 100_000;

  private final Vertx vertx = Vertx.vertx();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final RequestDrain drain = new RequestDrain(new Settings());
  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile Extender.@Nullable Caller caller;
  private volatile CompletionStage<Reply> answer =
      CompletableFuture.completedFuture(Reply.ok(Outcome.OK, Buffer.buffer("{}")));
  private HttpServer server;

  private record Settings() implements HttpConfig {
    @Override
    public MemorySize maxFilterBody() {
      return new MemorySize(BigInteger.valueOf(LIMIT));
    }

    @Override
    public MemorySize maxBody() {
      return maxFilterBody();
    }

    @Override
    public Duration bodyTimeout() {
      return Duration.ofMillis(300);
    }

    @Override
    public Duration drainTimeout() {
      return Duration.ofMillis(400);
    }
  }

  @BeforeEach
  void start() {
    Router router = Router.router(vertx);
    PostExchange.Service service =
        new PostExchange.Service() {
          @Override
          public CompletionStage<Reply> answer(PostExchange.Request request) {
            caller = request.caller();
            asked.countDown();
            return answer;
          }

          @Override
          public Reply error(Outcome outcome, String reason) {
            return Reply.error(outcome, Buffer.buffer(reason));
          }
        };
    router
        .post("/bind")
        .handler(
            new PostExchange(
                Endpoint.BIND,
                LIMIT,
                new PostExchange.Surroundings(
                    drain, new RequestTimers(meters), new Settings().bodyTimeout()),
                service));
    server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0)
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void aRequestThatDoesNotArriveIsGivenUp() throws Exception {
    try (RawHttp http = connect()) {
      http.head("/bind", "Content-Length: 10");
      http.send("{");
      assertThat(http.readTo("within PT0.3S")).startsWith("HTTP/1.1 408 ");
    }
    drain.stop(new ShutdownDelayInitiatedEvent());
    assertThat(count(Outcome.TOO_SLOW)).isEqualTo(1);
  }

  @Test
  void aCallerThatSendsTooMuchGetsToTheAnswer() throws Exception {
    try (RawHttp http = connect()) {
      http.head("/bind", "Content-Length: " + 50 * LIMIT);
      for (int i = 0; i < 50; i++) {
        http.send(new byte[LIMIT]);
      }
      assertThat(http.readToEnd())
          .startsWith("HTTP/1.1 413 ")
          .endsWith("the request is larger than 100000 bytes; see the tidemark.http settings");
    }
    assertThat(asked.getCount()).isEqualTo(1);
  }

  @Test
  void tooMuchOfUnknownLengthIsCountedAsItComes() throws Exception {
    try (RawHttp http = connect()) {
      http.head("/bind", "Transfer-Encoding: chunked");
      for (int i = 0; i < 3; i++) {
        http.send(Integer.toHexString(LIMIT / 2) + "\r\n" + "x".repeat(LIMIT / 2) + "\r\n");
      }
      assertThat(http.readTo("settings")).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void aCallerThatAsksBeforeItSendsIsToldToGoOnOrNot() throws Exception {
    try (RawHttp http = connect()) {
      http.head("/bind", "Content-Length: 2", "Expect: 100-continue");
      assertThat(http.readTo("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
      http.send("{}");
      assertThat(http.readTo("{}")).startsWith("HTTP/1.1 200 ");
    }
    try (RawHttp http = connect()) {
      http.head("/bind", "Content-Length: " + (LIMIT + 1), "Expect: 100-continue");
      assertThat(http.readTo("settings")).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void aCallerThatHangsUpWhileItSendsIsForgotten() throws Exception {
    try (RawHttp http = connect()) {
      http.head("/bind", "Content-Length: 10");
      http.send("{");
    }
    stopsWithin(Duration.ofMillis(200));
    assertThat(asked.getCount()).isEqualTo(1);
  }

  @Test
  void aStopWaitsForWhatIsBeingAnswered() throws Exception {
    CompletableFuture<Reply> later = new CompletableFuture<>();
    answer = later;
    try (RawHttp http = connect()) {
      http.post("/bind", "{}");
      assertThat(asked.await(5, TimeUnit.SECONDS)).isTrue();
      vertx.setTimer(
          100, late -> later.complete(Reply.ok(Outcome.OK, Buffer.buffer("{\"done\":1}"))));
      drain.stop(new ShutdownDelayInitiatedEvent());
      assertThat(later).isDone();
      assertThat(http.readTo("{\"done\":1}")).startsWith("HTTP/1.1 200 ");
    }
    assertThat(drain.stopping()).isTrue();
  }

  @Test
  void aStopDoesNotWaitForEver() throws Exception {
    answer = new CompletableFuture<>();
    try (RawHttp http = connect()) {
      http.post("/bind", "{}");
      assertThat(asked.await(5, TimeUnit.SECONDS)).isTrue();
      long start = System.nanoTime();
      drain.stop(new ShutdownDelayInitiatedEvent());
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(390), Duration.ofSeconds(5));
    }
  }

  @Test
  void overHttp2WhoDoesNotServeSendsTheCallerElsewhere() throws Exception {
    answer =
        CompletableFuture.completedFuture(
            Reply.error(Outcome.NOT_SERVING, Buffer.buffer("another leads")));
    CompletableFuture<Void> closed = new CompletableFuture<>();
    HttpClientResponse response =
        overHttp2(closed)
            .compose(request -> request.send("{}"))
            .toCompletionStage()
            .toCompletableFuture()
            .get(5, TimeUnit.SECONDS);
    assertThat(response.version()).isEqualTo(HttpVersion.HTTP_2);
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.getHeader("Connection")).isNull();
    closed.get(5, TimeUnit.SECONDS);
  }

  @Test
  void overHttp2ACallerThatGivesUpIsGoneThoughItsConnectionStays() throws Exception {
    CompletableFuture<Reply> later = new CompletableFuture<>();
    answer = later;
    CompletableFuture<Void> closed = new CompletableFuture<>();
    HttpClientRequest request =
        overHttp2(closed).toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
    request.end("{}");
    assertThat(asked.await(5, TimeUnit.SECONDS)).isTrue();
    Extender.Caller waiting = Objects.requireNonNull(caller);
    assertThat(waiting.gone()).isFalse();
    request.reset(8);
    for (int i = 0; i < 500 && !waiting.gone(); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(waiting.gone()).isTrue();
    assertThat(closed).isNotDone();
    later.complete(Reply.ok(Outcome.OK, Buffer.buffer("{}")));
    drain.stop(new ShutdownDelayInitiatedEvent());
    assertThat(count(Outcome.HUNG_UP)).isEqualTo(1);
  }

  @Test
  void overHttp2TooMuchIsAnsweredToo() throws Exception {
    HttpClientResponse response =
        overHttp2(new CompletableFuture<>())
            .compose(request -> request.send(Buffer.buffer(new byte[LIMIT + 1])))
            .toCompletionStage()
            .toCompletableFuture()
            .get(5, TimeUnit.SECONDS);
    assertThat(response.statusCode()).isEqualTo(413);
  }

  private Future<HttpClientRequest> overHttp2(CompletableFuture<Void> closed) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    return vertx
        .createHttpClient(options)
        .request(HttpMethod.POST, server.actualPort(), "localhost", "/bind")
        .onSuccess(request -> request.connection().closeHandler(end -> closed.complete(null)));
  }

  private void stopsWithin(Duration limit) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(100);
    long start = System.nanoTime();
    drain.stop(new ShutdownDelayInitiatedEvent());
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
  }

  private long count(Outcome outcome) {
    return meters.get("tidemark.http.requests").tag("outcome", outcome.tag()).timer().count();
  }

  private RawHttp connect() throws java.io.IOException {
    return new RawHttp(server.actualPort());
  }
}
