package io.tidemark.controlplane.tidemark;

import io.tidemark.controlplane.process.ManagedProcess;
import io.tidemark.controlplane.process.Ports;
import io.tidemark.controlplane.process.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One process of {@code tidemark serve}, with ports that it keeps over its lives. Its plain port is
 * for tests to ask; kube-scheduler and the API server call the other one.
 */
public final class Replica implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration CALL = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CALL).build();
  private final ManagedProcess process;
  private final int plainPort;
  private final int tlsPort;
  private final int managementPort;

  /**
   * A replica that is not started yet.
   *
   * @param name of the process
   * @param kubeconfig of a user with the rights of Tidemark's service account
   * @param environment settings beside the ports
   * @param log what it prints is added to this file
   */
  public Replica(String name, Path kubeconfig, Map<String, String> environment, Path log) {
    plainPort = Ports.free();
    tlsPort = Ports.free();
    managementPort = Ports.free();
    Map<String, String> all = new TreeMap<>(environment);
    all.put("KUBECONFIG", kubeconfig.toString());
    all.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    all.put("QUARKUS_HTTP_PORT", Integer.toString(plainPort));
    all.put("QUARKUS_HTTP_SSL_PORT", Integer.toString(tlsPort));
    all.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
    all.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort));
    process =
        ManagedProcess.java(
            name, new ArrayList<>(List.of("-jar", Places.program().toString(), "serve")), all, log);
  }

  /** Starts it and waits until it is ready: it knows the cluster, and reviews are answered. */
  public Replica start() {
    process.start();
    awaitReady();
    return this;
  }

  /** Waits until it is ready. */
  public void awaitReady() {
    Waiting.until(
        process.name() + " is ready; its log is " + process.log(),
        START,
        () -> {
          if (!process.isRunning()) {
            throw new AssertionError(process.name() + " has ended: " + process.tail());
          }
          return status(managementPort, "/q/health/ready") == 200;
        });
  }

  /** The process: to kill it, pause it, stop it, read its log. */
  public ManagedProcess process() {
    return process;
  }

  /** Where kube-scheduler and the API server call it. */
  public URI url() {
    return URI.create("https://127.0.0.1:" + tlsPort);
  }

  /** Where people and tests ask it. */
  public URI plainUrl() {
    return URI.create("http://127.0.0.1:" + plainPort);
  }

  /** The port of {@link #url}. */
  public int tlsPort() {
    return tlsPort;
  }

  /** The answer to a GET of the plain port, whatever its status. */
  public HttpResponse<String> get(String path) {
    return ask(plainPort, path);
  }

  /** The answer to a GET of the management port, whatever its status. */
  public HttpResponse<String> manage(String path) {
    return ask(managementPort, path);
  }

  /** The answer to a POST of JSON to the plain port, whatever its status. */
  public HttpResponse<String> post(String path, String json) {
    return send(
        request(plainPort, path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  private int status(int port, String path) {
    try {
      return ask(port, path).statusCode();
    } catch (AssertionError notYet) {
      return 0;
    }
  }

  private HttpResponse<String> ask(int port, String path) {
    return send(request(port, path).GET().build());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(CALL);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError("no answer from " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
