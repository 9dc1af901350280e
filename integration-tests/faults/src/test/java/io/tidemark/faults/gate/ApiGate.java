package io.tidemark.faults.gate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.process.Ports;
import io.tidemark.faults.gate.Fault.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A plain way to the API server: what comes is passed on with its credentials, and answers are
 * passed back as they come, watches too. On it a test holds calls or answers, loses them, and lets
 * the API server look like an older one.
 */
public final class ApiGate implements AutoCloseable {
  static {
    // Otherwise each answer waits 40 ms for the acknowledgement of its first packet.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /** Of one connection, or not for a client to set. */
  private static final Set<String> OF_CONNECTION = caseless("connection", "host", "upgrade");

  private static final Set<String> OF_TRANSFER =
      caseless("content-length", "transfer-encoding", "expect", ":status");
  private static final int BUFFER = 16_384;
  private static final int NO_BODY = -1;
  private static final int UNTIL_CLOSED = 0;
  private static final int BAD_GATEWAY = 502;

  private final URI target;
  private final HttpClient client;
  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "api-gate");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final List<ApiCall> passed = new CopyOnWriteArrayList<>();
  private volatile @Nullable String minor;

  private ApiGate(URI target, HttpClient client) {
    this.target = target;
    this.client = client;
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Opens a way to an API server, without faults. */
  public static ApiGate before(ControlPlane controlPlane) {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(Trust.inAuthorityOf(controlPlane.kubeconfig()))
            .build();
    return new ApiGate(URI.create(controlPlane.server()), client);
  }

  /** Where the API server is reached through it. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Holds calls before the API server gets them. */
  public Fault holdCalls(Predicate<ApiCall> matches) {
    return add(new Fault(matches, false));
  }

  /** Passes calls on, and holds their answers. */
  public Fault holdAnswers(Predicate<ApiCall> matches) {
    return add(new Fault(matches, true));
  }

  /** From now on the API server says that its version is 1.{@code minor}. */
  public void showMinor(String minor) {
    this.minor = minor;
  }

  /** From now on the API server says its own version. */
  public void showOwnVersion() {
    this.minor = null;
  }

  /** The writes that the API server has accepted. */
  public List<ApiCall> accepted(Predicate<ApiCall> matches) {
    return passed.stream().filter(matches).toList();
  }

  /** Hangs up on whoever is held, and lifts all faults. */
  public void reset() {
    faults.forEach(Fault::hangUp);
    faults.clear();
    passed.clear();
    showOwnVersion();
  }

  @Override
  public void close() {
    reset();
    server.stop(0);
    threads.shutdownNow();
  }

  private Fault add(Fault fault) {
    faults.add(fault);
    return fault;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      ApiCall call =
          new ApiCall(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              new String(body, StandardCharsets.UTF_8));
      Fault fault = faults.stream().filter(each -> each.concerns(call)).findFirst().orElse(null);
      // An exchange that is closed without an answer hangs up.
      if (fault == null || fault.afterAnswer() || fault.hold(call) == Verdict.PASS) {
        pass(exchange, call, body, fault);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass(HttpExchange exchange, ApiCall call, byte[] body, @Nullable Fault fault)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> answer;
    try {
      answer = client.send(request(exchange, body), HttpResponse.BodyHandlers.ofInputStream());
    } catch (IOException e) {
      exchange.sendResponseHeaders(BAD_GATEWAY, NO_BODY);
      return;
    }
    try (InputStream in = answer.body()) {
      if (!call.method().equals("GET") && answer.statusCode() < 300) {
        passed.add(call);
      }
      if (fault != null && fault.afterAnswer() && fault.hold(call) == Verdict.HANG_UP) {
        return;
      }
      answer(exchange, answer, shown(call, in));
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.resolve(exchange.getRequestURI().toString()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OF_CONNECTION.contains(name) && !OF_TRANSFER.contains(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private InputStream shown(ApiCall call, InputStream answer) throws IOException {
    String other = minor;
    if (other == null || !call.path().equals("/version")) {
      return answer;
    }
    String own = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    String changed = own.replaceFirst("\"minor\": *\"[^\"]*\"", "\"minor\": \"" + other + "\"");
    return new ByteArrayInputStream(changed.getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(
      HttpExchange exchange, HttpResponse<InputStream> answer, InputStream body)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!OF_CONNECTION.contains(name) && !OF_TRANSFER.contains(name)) {
                exchange.getResponseHeaders().put(name, List.copyOf(values));
              }
            });
    boolean empty =
        answer.statusCode() == 204
            || answer.headers().firstValueAsLong("Content-Length").orElse(1) == 0;
    exchange.sendResponseHeaders(answer.statusCode(), empty ? NO_BODY : UNTIL_CLOSED);
    if (empty) {
      return;
    }
    try (OutputStream out = exchange.getResponseBody()) {
      byte[] buffer = new byte[BUFFER];
      for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
        out.write(buffer, 0, n);
        out.flush();
      }
    }
  }

  private static Set<String> caseless(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(List.of(names));
    return set;
  }
}
