package io.tidemark.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The baseline: an extender that returns one node after the other and does nothing else. */
final class NodeOnlyExtender implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger next = new AtomicInteger();

  NodeOnlyExtender() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/filter", this::filter);
    server.start();
  }

  /** A kube-scheduler that asks it about pods with this resource, which nothing else counts. */
  String schedulerConfiguration(String schedulerName, String resource) {
    return """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        percentageOfNodesToScore: 100
        profiles: [{schedulerName: %s}]
        extenders:
        - urlPrefix: http://127.0.0.1:%d
          filterVerb: filter
          httpTimeout: 30s
          nodeCacheCapable: true
          managedResources: [{name: %s, ignoredByScheduler: true}]
        """
        .formatted(schedulerName, server.getAddress().getPort(), resource);
  }

  private void filter(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode names = JSON.readTree(exchange.getRequestBody()).path("NodeNames");
      if (names.isMissingNode()) {
        throw new IOException("no NodeNames");
      }
      ObjectNode answer = JSON.createObjectNode();
      answer.putArray("NodeNames").add(names.get(next.getAndIncrement() % names.size()));
      byte[] body = JSON.writeValueAsBytes(answer);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
