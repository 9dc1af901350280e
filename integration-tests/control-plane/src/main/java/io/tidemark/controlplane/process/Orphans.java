package io.tidemark.controlplane.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Processes that outlived a Java machine which was killed and could end nothing. Each Java machine
 * writes down what it starts; the next one ends what is left of those that are gone.
 *
 * <p>A process is known by its id and its start time, so that a later process with the same id is
 * not taken for it.
 */
final class Orphans {
  private static final Pattern IDENTITY = Pattern.compile("(\\d+)-(\\d+)");

  private final Path directory;

  /**
   * @param directory one file for each Java machine, named by its identity
   */
  Orphans(Path directory) {
    this.directory = directory;
  }

  /** The records of all Java machines of this user. */
  static Orphans ofUser() {
    String name = "tidemark-test-processes-" + System.getProperty("user.name");
    return new Orphans(Path.of(System.getProperty("java.io.tmpdir"), name));
  }

  /** Writes down all that this Java machine runs now. */
  void record(List<ProcessHandle> running) {
    Path file = directory.resolve(identity(ProcessHandle.current()));
    try {
      if (running.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        Files.createDirectories(directory);
        Files.write(file, running.stream().map(Orphans::identity).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends what Java machines left that are gone. */
  void end() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        if (find(file.getFileName().toString()).isEmpty()) {
          endAll(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void endAll(Path file) throws IOException {
    try {
      for (String process : Files.readAllLines(file)) {
        find(process).ifPresent(ProcessHandle::destroyForcibly);
      }
      Files.deleteIfExists(file);
    } catch (NoSuchFileException e) {
      // Another Java machine starts at the same time and has ended them.
      return;
    }
  }

  static String identity(ProcessHandle process) {
    return process.pid() + "-" + startMillis(process);
  }

  private static Optional<ProcessHandle> find(String identity) {
    Matcher matcher = IDENTITY.matcher(identity);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(matcher.group(1)))
        .filter(process -> identity(process).equals(identity));
  }

  private static long startMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
