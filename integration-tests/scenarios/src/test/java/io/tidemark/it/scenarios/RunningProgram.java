package io.tidemark.it.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** {@code tidemark serve --embedded} in a process of its own, until it is closed. */
final class RunningProgram implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Path err;
  private final int port;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningProgram(Process process, Path err, int port) {
    this.process = process;
    this.err = err;
    this.port = port;
  }

  /** Plays a file as fast as it goes. */
  static RunningProgram embedded(Path play) throws IOException {
    return embedded(play, "0s");
  }

  /**
   * @param pause before every step that acts
   */
  static RunningProgram embedded(Path play, String pause) throws IOException {
    int port;
    int managementPort;
    try (ServerSocket first = new ServerSocket(0);
        ServerSocket second = new ServerSocket(0)) {
      port = first.getLocalPort();
      managementPort = second.getLocalPort();
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dquarkus.http.port=" + port);
    command.add("-Dquarkus.management.port=" + managementPort);
    command.add("-Dtidemark.embedded.step-pause=" + pause);
    command.addAll(List.of("-jar", Places.of("tidemark.program").toString()));
    command.addAll(List.of("serve", "--embedded", "--play", play.toString()));
    command.addAll(List.of("--config", Program.configuration().toString()));
    Path err = Files.createTempFile(Places.of("tidemark.work"), "serve", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    return new RunningProgram(process, err, port);
  }

  /** Waits until standard error has a line that starts so; that line. */
  String await(String start) throws IOException, InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      boolean alive = process.isAlive();
      Optional<String> line = err().lines().filter(each -> each.startsWith(start)).findFirst();
      if (line.isPresent()) {
        return line.get();
      }
      if (!alive) {
        throw new AssertionError("ended with " + process.exitValue() + ": " + err());
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no line that starts with \"" + start + "\": " + err());
  }

  /** What standard error has so far. */
  String err() throws IOException {
    return Files.readString(err);
  }

  /** Where people ask it. */
  String url() {
    return "http://localhost:" + port;
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path)).timeout(PATIENCE).build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return JSON.readTree(response.body());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("did not stop: " + err());
    }
    Files.delete(err);
  }
}
