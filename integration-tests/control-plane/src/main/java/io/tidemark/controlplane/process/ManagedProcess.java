package io.tidemark.controlplane.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A program that a test starts, pauses, kills and starts again, with one log for all its lives. It
 * ends with the Java machine at the latest.
 *
 * <p>Safe for use by several threads; each call is done when it returns.
 */
public final class ManagedProcess implements AutoCloseable {
  /** How long a program may take to end after SIGTERM before it is killed. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final Duration LOG_POLL = Duration.ofMillis(20);
  private static final int TAIL_LINES = 25;

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private @Nullable Process process;
  private boolean paused;
  private int linesOfEarlierLives;

  /**
   * A program that is not started yet.
   *
   * @param name for messages
   * @param command the program and its arguments
   * @param environment added to the environment of the Java machine
   * @param log what it prints on both streams is added to this file
   */
  public ManagedProcess(
      String name, List<String> command, Map<String, String> environment, Path log) {
    this.name = name;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.log = log;
  }

  /**
   * A Java program that is not started yet, on the Java machine that runs this one.
   *
   * @param name for messages
   * @param arguments for {@code java}: options, {@code -jar}, the archive, its arguments
   * @param environment added to the environment of the Java machine
   * @param log what it prints on both streams is added to this file
   */
  public static ManagedProcess java(
      String name, List<String> arguments, Map<String, String> environment, Path log) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(arguments);
    return new ManagedProcess(name, command, environment, log);
  }

  /** The name for messages. */
  public String name() {
    return name;
  }

  /** The file that holds what the program printed. */
  public Path log() {
    return log;
  }

  /**
   * Starts the program.
   *
   * @throws IllegalStateException it runs already
   */
  public synchronized void start() {
    if (isRunning()) {
      throw new IllegalStateException(name + " runs already");
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      linesOfEarlierLives = lines().size();
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be started", e);
    }
    paused = false;
    RunningProcesses.add(this);
  }

  /** Whether the program runs; a paused one does. */
  public synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** The process id of the present or last life. */
  public synchronized long pid() {
    return known().pid();
  }

  /** Ends the program as a service manager does: SIGTERM, and SIGKILL after 20 s. */
  public synchronized void stop() {
    end(Process::destroy);
  }

  /** Ends the program at once, with SIGKILL. */
  public synchronized void kill() {
    end(Process::destroyForcibly);
  }

  /** Stops the program where it is, with SIGSTOP: it keeps its sockets and answers nothing. */
  public synchronized void pause() {
    signal("STOP");
    paused = true;
  }

  /** Lets a paused program go on, with SIGCONT. */
  public synchronized void resume() {
    signal("CONT");
    paused = false;
  }

  /**
   * Waits for the program to end by itself.
   *
   * @return the exit status
   * @throws AssertionError it still runs after that time
   */
  public int awaitExit(Duration patience) {
    Process present;
    synchronized (this) {
      present = known();
    }
    try {
      if (!present.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError(name + " still runs after " + patience + "; " + tail());
      }
      return present.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name, e);
    }
  }

  /**
   * Waits until the program has printed a line that matches, since it was last started.
   *
   * @return the first such line
   * @throws AssertionError there is none after that time, or the program ended
   */
  public String awaitLogLine(Predicate<String> matches, Duration patience) {
    return Waiting.forValue(
        name + " to print a certain line",
        patience,
        LOG_POLL,
        () -> {
          boolean running = isRunning();
          String line =
              lines().stream().skip(earlierLines()).filter(matches).findFirst().orElse(null);
          if (line == null && !running) {
            throw new AssertionError(name + " ended; " + tail());
          }
          return line;
        });
  }

  /** The last lines of the log, for messages of failed tests. */
  public String tail() {
    List<String> lines = lines();
    int from = Math.max(0, lines.size() - TAIL_LINES);
    return "last lines of " + log + ":\n" + String.join("\n", lines.subList(from, lines.size()));
  }

  /** Ends the program if it runs. */
  @Override
  public void close() {
    stop();
  }

  private synchronized int earlierLines() {
    return linesOfEarlierLives;
  }

  private List<String> lines() {
    try {
      return Files.exists(log)
          ? new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end(Consumer<Process> how) {
    if (process == null) {
      return;
    }
    how.accept(process);
    if (paused && process.isAlive()) {
      resume();
    }
    awaitEnd(process);
    RunningProcesses.remove(this);
  }

  private static void awaitEnd(Process process) {
    boolean interrupted = false;
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void signal(String signal) {
    long pid = known().pid();
    try {
      int status =
          new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
              .inheritIO()
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException("SIG" + signal + " did not reach " + name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Process known() {
    if (process == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return process;
  }
}
