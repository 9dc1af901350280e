package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists and watches as an API server does them: one sequence of versions for everything, pages,
 * watches that begin at a version. What goes wrong is up to the test.
 */
final class FakeApiServer implements AutoCloseable {
  private final HttpStub stub = new HttpStub((request, body) -> serve(request));
  private final Map<String, Map<String, ObjectNode>> objects = new LinkedHashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Watch> watches = new ArrayList<>();
  private final Map<String, Integer> failing = new LinkedHashMap<>();
  private long version = 1;
  private long oldest;
  private boolean expireNextPage;

  private record Event(long version, String resource, String line) {}

  private record Watch(String resource, HttpServerRequest request) {}

  ApiServer api() {
    return stub.api(Duration.ofSeconds(2));
  }

  KubernetesClient client() {
    return stub.client();
  }

  /** The paths that were asked for, with their queries. */
  List<String> asked() {
    return stub.seen().stream().map(HttpStub.Seen::uri).toList();
  }

  /** Creates or changes an object, and tells the watches. */
  synchronized void put(String resource, ObjectNode object) {
    version++;
    object.withObject("/metadata").put("resourceVersion", Long.toString(version));
    boolean known =
        objects
                .computeIfAbsent(resource, key -> new LinkedHashMap<>())
                .put(key(object), object.deepCopy())
            != null;
    tell(resource, known ? "MODIFIED" : "ADDED", object);
  }

  synchronized void delete(String resource, ObjectNode object) {
    version++;
    objects.getOrDefault(resource, Map.of()).remove(key(object));
    object.withObject("/metadata").put("resourceVersion", Long.toString(version));
    tell(resource, "DELETED", object);
  }

  private static String key(ObjectNode object) {
    return object.path("metadata").path("namespace").asText()
        + "/"
        + object.path("metadata").path("name").asText();
  }

  private void tell(String resource, String type, ObjectNode object) {
    ObjectNode event = Json.object().put("type", type);
    event.set("object", object);
    events.add(new Event(version, resource, event.toString()));
    say(resource, event.toString());
  }

  /** Sends a line as it is to the watches of a resource. */
  synchronized void say(String resource, String line) {
    watches.stream()
        .filter(watch -> watch.resource().equals(resource))
        .forEach(watch -> watch.request().response().write(line + "\n"));
  }

  /** Ends the watches in good order. */
  synchronized void endWatches() {
    watches.forEach(watch -> watch.request().response().end());
    watches.clear();
  }

  /** Breaks the connections of the watches. */
  synchronized void breakWatches() {
    watches.forEach(watch -> watch.request().connection().close());
    watches.clear();
  }

  synchronized int watching() {
    return watches.size();
  }

  /** What happened until now can no longer be asked for. */
  synchronized void forgetHistory() {
    oldest = version;
  }

  synchronized void expireNextPage() {
    expireNextPage = true;
  }

  /** Answers calls of {@code list pods} or {@code watch pods} with a status, until 0. */
  synchronized void fail(String call, int status) {
    failing.put(call, status);
  }

  /** Goes away: connections break, and new ones are refused. */
  void stop() {
    synchronized (this) {
      watches.clear();
    }
    stub.stop();
  }

  /** Comes back with all its objects. */
  void start() {
    stub.start();
  }

  private synchronized void serve(HttpServerRequest request) {
    String resource = request.path().substring("/api/v1/".length());
    boolean watch = request.getParam("watch") != null;
    int status = failing.getOrDefault((watch ? "watch " : "list ") + resource, 0);
    if (status != 0) {
      HttpStub.answer(request, status, "{\"message\":\"told to fail\"}");
    } else if (watch) {
      watch(request, resource);
    } else {
      list(request, resource);
    }
  }

  private void watch(HttpServerRequest request, String resource) {
    long from = Long.parseLong(request.getParam("resourceVersion"));
    if (from < oldest) {
      HttpStub.answer(request, 410, "{\"message\":\"too old resource version\",\"code\":410}");
      return;
    }
    request.response().setChunked(true);
    request.response().writeHead();
    watches.add(new Watch(resource, request));
    request.response().closeHandler(closed -> forget(request));
    events.stream()
        .filter(event -> event.version() > from && event.resource().equals(resource))
        .forEach(event -> request.response().write(event.line() + "\n"));
  }

  private synchronized void forget(HttpServerRequest request) {
    watches.removeIf(watch -> watch.request() == request);
  }

  private void list(HttpServerRequest request, String resource) {
    String token = request.getParam("continue");
    if (token != null && expireNextPage) {
      expireNextPage = false;
      HttpStub.answer(request, 410, "{\"message\":\"the continue token expired\",\"code\":410}");
      return;
    }
    List<ObjectNode> all = new ArrayList<>(objects.getOrDefault(resource, Map.of()).values());
    int from = token == null ? 0 : Integer.parseInt(token);
    int limit = Integer.parseInt(request.getParam("limit"));
    int to = limit == 0 ? all.size() : Math.min(all.size(), from + limit);
    ObjectNode list = Json.object().put("kind", "List").put("apiVersion", "v1");
    ObjectNode metadata = list.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(version));
    if (to < all.size()) {
      metadata.put("continue", Integer.toString(to));
    }
    list.putArray("items").addAll(all.subList(from, to));
    HttpStub.answer(request, 200, list.toString());
  }

  @Override
  public void close() {
    stop();
  }
}
