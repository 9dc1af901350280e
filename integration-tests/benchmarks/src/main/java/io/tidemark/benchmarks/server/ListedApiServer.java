package io.tidemark.benchmarks.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * As much of an API server as a filter needs: lists in pages, watches in which nothing happens, and
 * a yes to every question about rights. So nothing but Tidemark is measured.
 */
final class ListedApiServer implements AutoCloseable {
  private static final String PREFIX = "/api/v1/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, List<String>> objects = new HashMap<>();
  private volatile long lastListEnd;

  ListedApiServer(Map<String, List<ObjectNode>> objects) {
    objects.forEach(
        (kind, list) -> this.objects.put(kind, list.stream().map(ObjectNode::toString).toList()));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** {@link System#nanoTime} when the last page of pods, which are listed last, had been sent. */
  long lastListEnd() {
    return lastListEnd;
  }

  /** Writes a kubeconfig that leads here. */
  void writeKubeconfig(Path file) throws IOException {
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: listed, cluster: {server: "http://127.0.0.1:%d"}}]
        users: [{name: nobody, user: {}}]
        contexts: [{name: listed, context: {cluster: listed, user: nobody}}]
        current-context: listed
        """
            .formatted(server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      exchange.getRequestBody().readAllBytes();
      List<String> list =
          path.startsWith(PREFIX) ? objects.get(path.substring(PREFIX.length())) : null;
      String query = String.valueOf(exchange.getRequestURI().getQuery());
      if (path.equals("/version")) {
        send(exchange, "{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.3\"}");
      } else if (list == null) {
        send(exchange, "{\"status\":{\"allowed\":true}}");
      } else if (query.contains("watch")) {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        Thread.sleep(Long.MAX_VALUE);
      } else {
        page(exchange, list, query);
        lastListEnd = System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void page(HttpExchange exchange, List<String> list, String query)
      throws IOException {
    int from = parameter(query, "continue");
    int limit = parameter(query, "limit");
    int to = limit == 0 ? list.size() : Math.min(list.size(), from + limit);
    String next = to < list.size() ? ",\"continue\":\"" + to + "\"" : "";
    send(
        exchange,
        "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"%s},\"items\":["
                .formatted(next)
            + String.join(",", list.subList(from, to))
            + "]}");
  }

  private static int parameter(String query, String name) {
    for (String each : query.split("&")) {
      if (each.startsWith(name + "=")) {
        return Integer.parseInt(each.substring(name.length() + 1));
      }
    }
    return 0;
  }

  private static void send(HttpExchange exchange, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    server.stop(0);
  }
}
