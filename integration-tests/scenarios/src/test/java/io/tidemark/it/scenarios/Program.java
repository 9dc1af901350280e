package io.tidemark.it.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged program, started in a process of its own. */
public final class Program {
  /** The bundled families that are off by themselves. */
  public static final String SWITCHED_ON = "ascend,iluvatar";

  private static final long PATIENCE_SECONDS = 300;

  /**
   * How a run ended.
   *
   * @param out standard output
   * @param err standard error
   */
  public record Run(int exitStatus, String out, String err) {
    /** The reports of a run with {@code --output json}, in the order of the files. */
    List<JsonNode> reports() {
      try {
        JsonNode json = new ObjectMapper().readTree(out);
        List<JsonNode> reports = new ArrayList<>();
        if (json.isArray()) {
          json.forEach(reports::add);
        } else if (json.isObject()) {
          reports.add(json);
        }
        return reports;
      } catch (IOException e) {
        throw new AssertionError(
            "exit status " + exitStatus + ", no JSON on standard output: " + err, e);
      }
    }
  }

  private Program() {}

  /** Runs {@code tidemark simulate --output json} over files, each with the invented family. */
  static Run simulate(List<Path> files) {
    List<String> arguments = new ArrayList<>(List.of("simulate", "--output", "json"));
    arguments.addAll(List.of("--config", configuration().toString()));
    files.forEach(file -> arguments.add(file.toString()));
    return run(arguments);
  }

  /** What starts the program with these arguments on the Java machine that runs this test. */
  static ProcessBuilder command(List<String> arguments) {
    Path program = Places.of("tidemark.program");
    if (!Files.isRegularFile(program)) {
      throw new AssertionError(program + " is missing; build it first: mvn verify -pl app -am");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", program.toString()));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  /** Runs the program with these arguments to its end. */
  public static Run run(List<String> arguments) {
    return run(arguments, Map.of());
  }

  /** The same, with environment variables besides those of this test. */
  static Run run(List<String> arguments, Map<String, String> environment) {
    try {
      Path work = Files.createDirectories(Places.of("tidemark.work"));
      Path out = Files.createTempFile(work, "run", ".out");
      Path err = Files.createTempFile(work, "run", ".err");
      ProcessBuilder builder =
          command(arguments).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("no end after " + PATIENCE_SECONDS + " s: " + arguments);
      }
      Run run = new Run(process.exitValue(), Files.readString(out), Files.readString(err));
      Files.delete(out);
      Files.delete(err);
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  public static Path configuration() {
    Path families = Places.of("tidemark.families").resolve("acme.yaml");
    try {
      Path file = Files.createDirectories(Places.of("tidemark.work")).resolve("acme.properties");
      return Files.writeString(
          file,
          "tidemark.families.files="
              + families
              + "\ntidemark.families.enabled="
              + SWITCHED_ON
              + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
