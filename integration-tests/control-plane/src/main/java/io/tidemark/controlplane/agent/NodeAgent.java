package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.tidemark.controlplane.process.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plays kubelet and device plugins on any number of fake nodes. Pods run by their {@link
 * PodScript}; whatever has no time there ends when the test says.
 *
 * <p>Safe for use by several threads. A method that changes a pod waits until the pod is so far,
 * and returns when the API server has the new status.
 */
public final class NodeAgent implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int THREADS = 8;
  private static final int HEARTBEAT_SECONDS = 10;

  private final KubernetesClient client;
  private final KubernetesClient pluginClient;
  private final Clock clock = Clock.systemUTC();
  private final ScheduledExecutorService executor;
  private final NodeRegistry registry;
  private final Violations violations = new Violations();
  private final Map<String, FakeKubelet> kubelets = new ConcurrentHashMap<>();
  private final SharedIndexInformer<Pod> pods;

  /**
   * Starts an agent without nodes, whose plugins have the rights of its kubelets.
   *
   * @param client may change nodes and pods; the caller closes it, after the agent
   */
  public NodeAgent(KubernetesClient client) {
    this(client, client);
  }

  /**
   * Starts an agent without nodes.
   *
   * @param client for what the kubelets do
   * @param pluginClient for what the device plugins do: read and patch pods and nodes
   */
  public NodeAgent(KubernetesClient client, KubernetesClient pluginClient) {
    this.client = client;
    this.pluginClient = pluginClient;
    this.registry = new NodeRegistry(client, clock);
    this.executor =
        Executors.newScheduledThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "node-agent");
              thread.setDaemon(true);
              return thread;
            });
    this.pods =
        client
            .pods()
            .inAnyNamespace()
            .withoutField("spec.nodeName", "")
            .runnableInformer(0)
            .addEventHandler(new Dispatch());
    pods.start().toCompletableFuture().join();
  }

  /** Adds nodes: they are Ready, and run what is bound to them. */
  public void add(FakeNode... nodes) {
    addAll(List.of(nodes));
  }

  /** Adds nodes: they are Ready, and run what is bound to them. */
  public void addAll(List<FakeNode> nodes) {
    inParallel(
        nodes,
        node -> {
          kubelets.put(node.name(), kubelet(node));
          registry.create(node);
        });
    pods.getStore().list().forEach(pod -> dispatch(pod, kubelet -> kubelet.seen(pod)));
  }

  /**
   * Plays a node whose object somebody else writes; once more, with other cards, where it plays
   * that node already. It goes with {@link #remove} or with the agent.
   */
  public void adopt(FakeNode node) {
    FakeKubelet present = kubelets.putIfAbsent(node.name(), kubelet(node));
    if (present == null) {
      pods.getStore().list().forEach(pod -> dispatch(pod, kubelet -> kubelet.seen(pod)));
    } else {
      present.configure(node);
    }
  }

  /** Changes a node's cards: registered anew, counted anew by the kubelet. */
  public void update(FakeNode node) {
    known(node.name()).configure(node);
    registry.update(node);
  }

  /** Deletes a node; its pods stay as they are. */
  public void remove(String node) {
    kubelets.remove(node);
    registry.delete(List.of(node));
  }

  /** Keeps the nodes alive in a cluster that watches for heartbeats. */
  public void sendHeartbeats() {
    executor.scheduleWithFixedDelay(
        () -> kubelets.keySet().forEach(registry::heartbeat),
        0,
        HEARTBEAT_SECONDS,
        TimeUnit.SECONDS);
  }

  /** From now on pods of this node wait for admission: they stay in the phase "allocating". */
  public void holdAdmission(String node) {
    known(node).holdAdmission(true);
  }

  /** Admits the pods that wait, in the order in which they were bound. */
  public void releaseAdmission(String node) {
    known(node).holdAdmission(false);
  }

  /** Makes the device plugin of a node fail at the next container that it is asked for. */
  public void failNextAllocation(String node, String message) {
    known(node).failNextAllocation(message);
  }

  /** Ends a running container with success, once it runs. */
  public void finish(Pod pod, String container) {
    finish(pod, container, 0);
  }

  /** Ends a running container, once it runs. */
  public void finish(Pod pod, String container, int exitCode) {
    change(
        pod,
        "end of container " + container,
        live -> live.run().end(container, exitCode, clock.instant()));
  }

  /** Rebuilds the sandbox of a pod with restartPolicy Always: its init containers start over. */
  public void rebuildSandbox(Pod pod) {
    change(
        pod,
        "new sandbox",
        live -> {
          live.run().rebuildSandbox(clock.instant());
          return true;
        });
  }

  /** Ends a pod as a node under pressure does: phase Failed, reason Evicted. */
  public void evict(Pod pod) {
    change(
        pod,
        "eviction",
        live -> {
          live.evict("Evicted", clock.instant());
          return true;
        });
  }

  /** Waits until a container runs, and its status says so. */
  public void awaitRunning(Pod pod, String container) {
    change(
        pod,
        "run of container " + container,
        live -> live.run().running().anyMatch(run -> run.spec().name().equals(container)));
  }

  /** How many device ids of a family the kubelet of a node has given to pods. */
  public int idsInUse(String node, PluginFamily family) {
    return known(node).idsInUse(family).join();
  }

  /** What should not have happened, on any node, so far. A test wants it empty. */
  public List<Violation> violations() {
    return violations.all();
  }

  /** Stops everything and deletes the nodes. */
  @Override
  public void close() {
    pods.close();
    List<String> names = List.copyOf(kubelets.keySet());
    kubelets.clear();
    inParallel(names, name -> registry.delete(List.of(name)));
    executor.shutdownNow();
  }

  private void change(Pod pod, String what, Function<LivePod, Boolean> change) {
    String uid = pod.getMetadata().getUid();
    Waiting.forValue(
        what + " of " + DevicePlugin.nameOf(pod),
        PATIENCE,
        POLL,
        () -> {
          FakeKubelet kubelet = kubeletOf(pod);
          return kubelet != null && kubelet.change(uid, change).join() ? true : null;
        });
  }

  private FakeKubelet kubelet(FakeNode node) {
    return new FakeKubelet(node, client, pluginClient, executor, clock, violations);
  }

  private FakeKubelet known(String node) {
    FakeKubelet kubelet = kubelets.get(node);
    if (kubelet == null) {
      throw new IllegalArgumentException("the agent has no node " + node);
    }
    return kubelet;
  }

  /** The kubelet to which the pod is bound by now; null while there is none. */
  private @Nullable FakeKubelet kubeletOf(Pod pod) {
    Pod bound =
        pods.getStore()
            .getByKey(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName());
    return bound == null ? null : kubelets.get(bound.getSpec().getNodeName());
  }

  private void dispatch(Pod pod, Consumer<FakeKubelet> action) {
    FakeKubelet kubelet = kubelets.get(pod.getSpec().getNodeName());
    if (kubelet != null) {
      action.accept(kubelet);
    }
  }

  private <T> void inParallel(List<T> items, Consumer<T> action) {
    CompletableFuture.allOf(
            items.stream()
                .map(item -> CompletableFuture.runAsync(() -> action.accept(item), executor))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private final class Dispatch implements ResourceEventHandler<Pod> {
    @Override
    public void onAdd(Pod pod) {
      dispatch(pod, kubelet -> kubelet.seen(pod));
    }

    @Override
    public void onUpdate(Pod before, Pod after) {
      dispatch(after, kubelet -> kubelet.seen(after));
    }

    @Override
    public void onDelete(Pod pod, boolean stateUnknown) {
      dispatch(pod, kubelet -> kubelet.gone(pod));
    }
  }
}
