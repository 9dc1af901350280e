package io.tidemark.benchmarks.server;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.Settings;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Pods through the same kube-scheduler, first with an extender that only returns a node, then with
 * Tidemark, which reserves, locks and binds while device plugins take their turns. The pods are
 * there before kube-scheduler starts; counted is from the first bound pod to the last.
 */
final class ThroughputBenchmark {
  private static final int NODES = 1_000;
  private static final int PODS = 1_500;
  private static final int CARD_MIB = 40_960;
  private static final String NAMESPACE = "benchmark";
  private static final String BASELINE = "baseline";
  private static final String NOBODY_COUNTS = "benchmark.example/thing";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  void run() throws Exception {
    Path directory = Files.createTempDirectory("tidemark-throughput");
    try (ControlPlane controlPlane =
            ControlPlane.start(Settings.defaults().withoutScheduler(), directory);
        Installation installation = Installation.on(controlPlane);
        NodeAgent agent = installation.agent()) {
      KubernetesClient client = controlPlane.client();
      namespace(client);
      agent.addAll(
          IntStream.range(0, NODES)
              .mapToObj(i -> FakeNode.withCards("node-" + i, ClusterObjects.CARDS, CARD_MIB))
              .toList());
      double baseline = baseline(controlPlane);
      double tidemark = tidemark(controlPlane, installation);
      Figures.print(
          "%,d pods through kube-scheduler onto %,d nodes".formatted(PODS, NODES),
          String.format(
              Locale.ROOT,
              "%.0f a second, %.0f with an extender that only returns a node: %.2f of it;"
                  + " wrong shares seen: %d",
              tidemark,
              baseline,
              tidemark / baseline,
              agent.violations().size()));
    }
  }

  private static double baseline(ControlPlane controlPlane) throws Exception {
    try (NodeOnlyExtender extender = new NodeOnlyExtender()) {
      createPods(controlPlane, BASELINE, Map.of(NOBODY_COUNTS, new Quantity("1")));
      return rate(
          controlPlane,
          () ->
              controlPlane.restartScheduler(
                  extender.schedulerConfiguration(BASELINE, NOBODY_COUNTS)));
    }
  }

  private static double tidemark(ControlPlane controlPlane, Installation installation) {
    controlPlane.scheduler().stop();
    Replica replica = installation.startOne();
    controlPlane.scheduler().stop();
    createPods(
        controlPlane,
        Installation.SCHEDULER_NAME,
        Map.of("nvidia.com/gpu", new Quantity("1"), "nvidia.com/gpumem", new Quantity("2048")));
    double rate = rate(controlPlane, installation::startScheduler);
    Figures.print("tidemark", "resident " + Figures.resident(replica.process().pid()));
    return rate;
  }

  private static void createPods(
      ControlPlane controlPlane, String scheduler, Map<String, Quantity> limits) {
    Container container =
        new ContainerBuilder()
            .withName("main")
            .withImage("none")
            .withNewResources()
            .withLimits(limits)
            .endResources()
            .build();
    IntStream.range(0, PODS)
        .parallel()
        .forEach(
            i ->
                controlPlane
                    .client()
                    .resource(
                        new PodBuilder()
                            .withNewMetadata()
                            .withName(scheduler + "-" + i)
                            .withNamespace(NAMESPACE)
                            .endMetadata()
                            .withNewSpec()
                            .withSchedulerName(scheduler)
                            .withContainers(container)
                            .endSpec()
                            .build())
                    .create());
  }

  /** Pods a second from the first to the last; they are deleted after that. */
  private static double rate(ControlPlane controlPlane, Runnable start) {
    KubernetesClient client = controlPlane.client();
    Bound bound = new Bound();
    try (var watch = client.pods().inNamespace(NAMESPACE).watch(bound)) {
      start.run();
      Waiting.until(
          PODS + " pods to be bound; " + controlPlane.scheduler().process().tail(),
          PATIENCE,
          () -> bound.uids.size() == PODS);
    }
    deleteAll(client);
    Waiting.until(
        "no pods",
        PATIENCE,
        () -> client.pods().inNamespace(NAMESPACE).list().getItems().isEmpty());
    return (PODS - 1) / ((bound.last - bound.first) / 1e9);
  }

  /** So many take the API server longer than the client waits; it goes on by itself. */
  private static void deleteAll(KubernetesClient client) {
    try {
      client.pods().inNamespace(NAMESPACE).withGracePeriod(0).delete();
    } catch (KubernetesClientException e) {
      if (!String.valueOf(e.getMessage()).contains("timeout")) {
        throw e;
      }
    }
  }

  private static void namespace(KubernetesClient client) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    Waiting.until(
        "a service account",
        PATIENCE,
        () -> client.serviceAccounts().inNamespace(NAMESPACE).withName("default").get() != null);
  }

  /** Who was bound, and when the first and the last of them. */
  private static final class Bound implements Watcher<Pod> {
    private final Set<String> uids = ConcurrentHashMap.newKeySet();
    private volatile long first;
    private volatile long last;

    @Override
    public void eventReceived(Action action, Pod pod) {
      if (action != Action.DELETED
          && pod.getSpec().getNodeName() != null
          && uids.add(pod.getMetadata().getUid())) {
        last = System.nanoTime();
        if (first == 0) {
          first = last;
        }
      }
    }

    @Override
    public void onClose(WatcherException cause) {
      // The wait for the pods that are missing then tells.
    }
  }
}
