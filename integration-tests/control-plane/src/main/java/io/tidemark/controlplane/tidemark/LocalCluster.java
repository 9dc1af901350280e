package io.tidemark.controlplane.tidemark;

import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.Settings;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A cluster to try Tidemark on, on this machine and without a container engine: a real control
 * plane, Tidemark as its documentation installs it, and two nodes of two cards that an agent plays.
 * Runs until it is stopped; docs/try-it-locally.md walks through it.
 */
public final class LocalCluster {
  private static final int CARD_MIB = 24_576;

  private LocalCluster() {}

  /**
   * Starts it.
   *
   * @param arguments the directory for its files: {@code kubeconfig}, {@code kubectl}, logs
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createDirectories(Path.of(arguments[0])).toRealPath();
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (ControlPlane controlPlane = ControlPlane.start(Settings.defaults(), directory);
        Installation installation = Installation.on(controlPlane);
        NodeAgent agent = installation.agent()) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    stopped.countDown();
                    awaitQuietly(closed);
                  }));
      Replica tidemark = installation.startOne();
      agent.add(
          FakeNode.withCards("gpu-node-1", 2, CARD_MIB),
          FakeNode.withCards("gpu-node-2", 2, CARD_MIB));
      link(directory.resolve("kubeconfig"), controlPlane.kubeconfig());
      link(directory.resolve("kubectl"), controlPlane.kubectl());
      System.out.println(
          """
          The cluster runs: 2 nodes, 2 cards of 24576 MiB each. In another terminal:

            export KUBECONFIG=%1$s/kubeconfig
            %1$s/kubectl get nodes
            curl %2$s/api/usage

          Logs are in %3$s. Stop it with Ctrl-C."""
              .formatted(directory, tidemark.plainUrl(), controlPlane.logs()));
      stopped.await();
    } finally {
      closed.countDown();
    }
  }

  private static void link(Path link, Path target) throws IOException {
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, target);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
