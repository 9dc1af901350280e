package io.tidemark.controlplane.build;

import io.tidemark.controlplane.ControlPlaneUnavailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The built programs, one directory per {@link Recipe}, for all checkouts of a user. A directory
 * appears whole, by rename; two builds at once take turns, across processes too.
 */
public final class BinaryCache {
  private static final long LOCK_POLL_NANOS = 200_000_000;

  private final Path root;

  /**
   * @param root the directory of all recipes
   */
  public BinaryCache(Path root) {
    this.root = root;
  }

  /** {@code $XDG_CACHE_HOME/tidemark/control-plane}, by default under {@code ~/.cache}. */
  public static BinaryCache ofUser() {
    String configured = System.getenv("XDG_CACHE_HOME");
    Path caches =
        configured == null || configured.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return new BinaryCache(caches.resolve("tidemark").resolve("control-plane"));
  }

  /**
   * The programs, built first where they are not there yet: some minutes of all cores.
   *
   * @throws ControlPlaneUnavailable they are not there and cannot be built
   */
  public Binaries get() throws ControlPlaneUnavailable {
    String key = Recipe.key();
    Binaries binaries = new Binaries(root.resolve(key));
    if (binaries.complete()) {
      return binaries;
    }
    GoToolchain go = GoToolchain.find();
    Path log = root.resolve(key + ".log");
    try {
      Files.createDirectories(root);
      buildLocked(key, go, binaries, log);
      return binaries;
    } catch (IOException e) {
      throw new ControlPlaneUnavailable(
          "building the control plane with "
              + go.version()
              + " failed: "
              + e.getMessage()
              + "; see "
              + log,
          e);
    }
  }

  private void buildLocked(String key, GoToolchain go, Binaries binaries, Path log)
      throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                root.resolve(key + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = acquire(channel)) {
      // Another build may have ended while this one waited for the lock.
      if (lock.isValid() && !binaries.complete()) {
        build(key, go, binaries, log);
      }
    }
  }

  private void build(String key, GoToolchain go, Binaries binaries, Path log) throws IOException {
    say("building Kubernetes " + Recipe.KUBERNETES_VERSION + " and etcd with " + go.version());
    say("first use only: about 6 minutes on 2 cores; log: " + log);
    removeUnfinished(key);
    Files.deleteIfExists(log);
    Path building = Files.createTempDirectory(root, unfinishedPrefix(key));
    try {
      Path programs = Files.createDirectory(building.resolve("programs"));
      for (GoModule module : Recipe.MODULES) {
        go.build(module, building.resolve(module.directory()), programs, log);
      }
      FileTrees.delete(binaries.directory());
      Files.move(programs, binaries.directory(), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      FileTrees.delete(building);
    }
  }

  /** Class loaders of one Java machine each have their own cache object, but share file locks. */
  private static FileLock acquire(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException e) {
        LockSupport.parkNanos(LOCK_POLL_NANOS);
      }
    }
  }

  private void removeUnfinished(String key) throws IOException {
    List<Path> unfinished;
    try (Stream<Path> entries = Files.list(root)) {
      unfinished =
          entries
              .filter(entry -> entry.getFileName().toString().startsWith(unfinishedPrefix(key)))
              .toList();
    }
    for (Path entry : unfinished) {
      FileTrees.delete(entry);
    }
  }

  private static String unfinishedPrefix(String key) {
    return key + ".building-";
  }

  private static void say(String line) {
    System.err.println("control plane: " + line);
  }
}
