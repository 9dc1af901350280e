package io.tidemark.controlplane.build;

import io.tidemark.controlplane.ControlPlaneUnavailable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code go} command on the PATH. From Go 1.21 on it fetches the toolchain that a module asks
 * for, unless {@code GOTOOLCHAIN} forbids it.
 *
 * @param version as {@code go env GOVERSION} prints it
 */
public record GoToolchain(String version) {
  private static final int NEEDED_MINOR = 26;
  private static final int SWITCHING_MINOR = 21;
  private static final Pattern VERSION = Pattern.compile("go1\\.(\\d+).*");

  /**
   * Finds it.
   *
   * @throws ControlPlaneUnavailable there is none, or it is too old to build this Kubernetes
   */
  public static GoToolchain find() throws ControlPlaneUnavailable {
    List<String> answer;
    try {
      answer = run(List.of("go", "env", "GOVERSION", "GOTOOLCHAIN"));
    } catch (IOException e) {
      throw new ControlPlaneUnavailable("there is no go on the PATH", e);
    }
    String version = answer.isEmpty() ? "" : answer.get(0);
    String switching = answer.size() < 2 ? "" : answer.get(1);
    if (!usable(version, switching)) {
      throw new ControlPlaneUnavailable(
          "Go 1."
              + NEEDED_MINOR
              + " is needed (from 1."
              + SWITCHING_MINOR
              + " on Go fetches it, unless GOTOOLCHAIN=local), found "
              + (version.isEmpty() ? "a version older than any of these" : version));
    }
    return new GoToolchain(version);
  }

  static boolean usable(String version, String switching) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return version.startsWith("devel");
    }
    int minor = Integer.parseInt(matcher.group(1));
    return minor >= NEEDED_MINOR || (minor >= SWITCHING_MINOR && !switching.equals("local"));
  }

  /**
   * Builds one module's packages.
   *
   * @param sources where {@code go.mod} and {@code go.sum} are written
   * @param programs where the programs go
   * @param log what the build prints is added to it
   * @throws IOException the build failed; the log says why
   */
  void build(GoModule module, Path sources, Path programs, Path log) throws IOException {
    Files.createDirectories(sources);
    Files.write(sources.resolve("go.mod"), Recipe.resource(module, "go.mod"));
    Files.write(sources.resolve("go.sum"), Recipe.resource(module, "go.sum"));
    List<String> command = new ArrayList<>(List.of("go", "build", "-mod=readonly", "-trimpath"));
    command.addAll(List.of("-buildvcs=false", "-ldflags", module.linkerFlags(), "-o"));
    Path output = programs.resolve(module.output()).normalize();
    command.add(Files.isDirectory(output) ? output + "/" : output.toString());
    command.addAll(module.packages());
    ProcessBuilder builder = new ProcessBuilder(command).directory(sources.toFile());
    builder.environment().put("CGO_ENABLED", "0");
    builder.environment().put("GOWORK", "off");
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    int status = await(builder.start());
    if (status != 0) {
      throw new IOException("go build ended with status " + status);
    }
  }

  private static List<String> run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return await(process) == 0 ? output.lines().toList() : List.of();
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted while Go ran");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
