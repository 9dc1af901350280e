package io.tidemark.controlplane.junit;

import io.tidemark.controlplane.Cluster;
import io.tidemark.controlplane.ClusterChoice;
import io.tidemark.controlplane.ControlPlaneUnavailable;
import io.tidemark.controlplane.Settings;
import io.tidemark.controlplane.build.FileTrees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that test classes share, or why there is none. Logs go with it unless a test failed.
 */
final class OpenedCluster implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final AtomicBoolean SKIP_TOLD = new AtomicBoolean();

  private final @Nullable Cluster cluster;
  private final @Nullable String missing;
  private final Path directory;
  private volatile boolean keepLogs;

  private OpenedCluster(@Nullable Cluster cluster, @Nullable String missing, Path directory) {
    this.cluster = cluster;
    this.missing = missing;
    this.directory = directory;
  }

  static OpenedCluster open(Settings settings, String label) {
    String work = System.getProperty("tidemark.test.work", "target/control-plane");
    long machine = ProcessHandle.current().pid();
    Path directory = Path.of(work, label + "-" + machine + "-" + NUMBER.incrementAndGet());
    try {
      return new OpenedCluster(ClusterChoice.open(settings, directory), null, directory);
    } catch (ControlPlaneUnavailable e) {
      if (ClusterChoice.isRequired()) {
        throw new IllegalStateException(e.getMessage(), e);
      }
      String line = "tests that need a control plane are skipped: " + e.getMessage();
      if (SKIP_TOLD.compareAndSet(false, true)) {
        System.err.println(line);
      }
      return new OpenedCluster(null, line, directory);
    }
  }

  /** Why there is no cluster; null where there is one. */
  @Nullable String missing() {
    return missing;
  }

  Cluster cluster() {
    if (cluster == null) {
      throw new IllegalStateException(missing);
    }
    return cluster;
  }

  /** Keeps the logs of the processes for whoever looks into that failed test. */
  void keepLogs(String test) {
    keepLogs = true;
    System.err.println("control plane: logs of failed " + test + ": " + directory.resolve("logs"));
  }

  @Override
  public void close() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    if (!keepLogs) {
      FileTrees.delete(directory);
    }
  }
}
