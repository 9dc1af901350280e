package io.tidemark.app.cluster.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server that does what the test says, and can go away and come back at its port. */
final class HttpStub implements AutoCloseable {
  private static final Vertx VERTX = Vertx.vertx();

  /** Answers a request whose body was read. */
  interface Handler {
    void handle(HttpServerRequest request, String body);
  }

  /** One request as it came in. */
  record Seen(String method, String uri, String contentType, String body) {}

  private final Handler handler;
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private int port;

  HttpStub(Handler handler) {
    this.handler = handler;
    start();
  }

  /** Answers everything with that. */
  static HttpStub answering(int status, String body) {
    return new HttpStub((request, text) -> answer(request, status, body));
  }

  static void answer(HttpServerRequest request, int status, String body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/json")
        .end(body);
  }

  void start() {
    server =
        VERTX
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              String type = request.getHeader("content-type");
                              seen.add(
                                  new Seen(
                                      request.method().name(),
                                      request.uri(),
                                      type == null ? "" : type,
                                      body.toString()));
                              handler.handle(request, body.toString());
                            }))
            .listen(port, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    port = server.actualPort();
  }

  /** Every connection is closed, and new ones are refused. */
  void stop() {
    server.close().toCompletionStage().toCompletableFuture().join();
  }

  List<Seen> seen() {
    return seen;
  }

  KubernetesClient client() {
    Config config =
        new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:" + port).build();
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new VertxHttpClientFactory(VERTX))
        .build();
  }

  ApiServer api(Duration timeout) {
    return ApiServer.of(client(), timeout);
  }

  @Override
  public void close() {
    stop();
  }
}
