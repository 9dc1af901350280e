package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The kubelet of one node. Everything about the node happens in one lane, one thing after another.
 */
final class FakeKubelet {
  private static final Duration RETRY = Duration.ofMillis(500);

  private final ScheduledExecutorService executor;
  private final Clock clock;
  private final Violations violations;
  private final Lane lane;
  private final PodWriter writer;
  private final Admission admission;
  private final CardLoad load;
  private final Map<String, LivePod> pods = new HashMap<>();
  private final Map<String, Pod> held = new LinkedHashMap<>();
  private boolean holdsAdmission;

  FakeKubelet(
      FakeNode node,
      KubernetesClient client,
      KubernetesClient pluginClient,
      ScheduledExecutorService executor,
      Clock clock,
      Violations violations) {
    this.executor = executor;
    this.clock = clock;
    this.violations = violations;
    this.lane = new Lane(executor);
    this.writer = new PodWriter(client);
    this.admission = new Admission(pluginClient, violations);
    this.load = new CardLoad(node.name());
    configure(node);
  }

  /** Takes the node's cards as they are now. */
  void configure(FakeNode node) {
    lane.execute(
        () -> {
          admission.configure(node);
          load.cards(node.cards().values().stream().flatMap(List::stream).toList());
        });
  }

  /** A pod that is bound to this node, new or changed. */
  void seen(Pod pod) {
    lane.execute(() -> observe(pod));
  }

  /** A pod of this node is no longer there. */
  void gone(Pod pod) {
    lane.execute(() -> forget(pod.getMetadata().getUid()));
  }

  /** Whether pods that are bound from now on wait for admission. */
  void holdAdmission(boolean hold) {
    lane.execute(
        () -> {
          holdsAdmission = hold;
          if (!hold) {
            List<Pod> waiting = new ArrayList<>(held.values());
            held.clear();
            waiting.forEach(this::observe);
          }
        });
  }

  /** Makes the device plugin fail at the next container. */
  void failNextAllocation(String message) {
    lane.execute(() -> admission.failNext(message));
  }

  /** How many device ids of a family pods hold. */
  CompletableFuture<Integer> idsInUse(PluginFamily family) {
    return CompletableFuture.supplyAsync(() -> admission.inUse(family), lane);
  }

  /**
   * Does something with a pod, then what follows from it, and writes its status.
   *
   * @param change answers whether it did anything; false also where the pod is not admitted
   */
  CompletableFuture<Boolean> change(String uid, Function<LivePod, Boolean> change) {
    return CompletableFuture.supplyAsync(
        () -> {
          LivePod pod = pods.get(uid);
          if (pod == null || !change.apply(pod)) {
            return false;
          }
          advance(pod);
          return true;
        },
        lane);
  }

  private void observe(Pod pod) {
    KubeletRole role = KubeletRole.of(pod);
    if (role == KubeletRole.NONE) {
      return;
    }
    String uid = pod.getMetadata().getUid();
    boolean deleted = role == KubeletRole.WHOLE && pod.getMetadata().getDeletionTimestamp() != null;
    LivePod known = pods.get(uid);
    if (known != null) {
      if (deleted && known.startTerminating()) {
        later(terminationDelay(known, pod), () -> terminate(known));
      } else if (isTerminal(pod) && !known.run().phase().isTerminal()) {
        // Somebody else ended it, through the status.
        known.run().terminate(clock.instant());
        settle(known);
      }
      return;
    }
    if (deleted) {
      held.remove(uid);
      delete(pod);
    } else if (holdsAdmission) {
      held.put(uid, pod);
    } else if (pod.getStatus().getStartTime() == null && !isTerminal(pod)) {
      admit(pod);
    }
  }

  private void admit(Pod pod) {
    List<ContainerSpec> containers = ContainerSpec.of(pod);
    try {
      PodScript script = PodScript.of(pod);
      Map<String, List<Grant>> grants = admission.admit(pod, containers);
      LivePod live = new LivePod(pod, containers, script, grants, clock.instant());
      pods.put(live.uid(), live);
      if (KubeletRole.of(pod) == KubeletRole.WHOLE) {
        advance(live);
      }
    } catch (Admission.Rejected | IllegalArgumentException e) {
      reject(pod, String.valueOf(e.getMessage()));
    }
  }

  private void reject(Pod pod, String message) {
    PodStatus status = PodStatuses.rejected(Admission.REASON, message, clock.instant());
    if (writer.status(pod, status) == PodWriter.Outcome.AGAIN) {
      later(RETRY, () -> reject(pod, message));
    }
  }

  /** Lets all happen whose time has come, writes the status, and waits for the next time. */
  private void advance(LivePod pod) {
    if (pods.get(pod.uid()) != pod) {
      return;
    }
    Instant now = clock.instant();
    pod.run().tick(now);
    settle(pod);
    PodStatus status = pod.unwritten(now);
    if (status != null) {
      switch (writer.status(pod.pod(), status)) {
        case DONE -> pod.wrote(status);
        case GONE -> {
          forget(pod.uid());
          return;
        }
        case AGAIN -> later(RETRY, () -> advance(pod));
      }
    }
    Instant next = pod.run().nextTick(now);
    if (next != null && pod.wakeAt(next)) {
      // A millisecond more: a timer that fires early would find nothing due.
      Duration delay = Duration.between(clock.instant(), next).plusMillis(1);
      later(delay, () -> advance(pod));
    }
  }

  private void settle(LivePod pod) {
    violations.addAll(load.update(pod.uid(), pod.holdings()));
    if (pod.run().phase().isTerminal()) {
      admission.release(pod.uid());
    }
  }

  private void terminate(LivePod pod) {
    pod.run().terminate(clock.instant());
    advance(pod);
    delete(pod.pod());
  }

  private void delete(Pod pod) {
    if (writer.delete(pod) == PodWriter.Outcome.AGAIN) {
      later(RETRY, () -> delete(pod));
    }
  }

  private void forget(String uid) {
    held.remove(uid);
    pods.remove(uid);
    load.update(uid, Map.of());
    admission.release(uid);
  }

  private static Duration terminationDelay(LivePod known, Pod deleted) {
    if (known.run().phase().isTerminal()) {
      return Duration.ZERO;
    }
    Long seconds = deleted.getMetadata().getDeletionGracePeriodSeconds();
    Duration grace = Duration.ofSeconds(seconds == null ? 0 : seconds);
    Duration scripted = known.script().termination().duration();
    return scripted == null || scripted.compareTo(grace) > 0 ? grace : scripted;
  }

  private static boolean isTerminal(Pod pod) {
    @Nullable String phase = pod.getStatus().getPhase();
    return PodRun.Phase.SUCCEEDED.word().equals(phase) || PodRun.Phase.FAILED.word().equals(phase);
  }

  private void later(Duration delay, Runnable task) {
    if (!executor.isShutdown()) {
      executor.schedule(
          () -> lane.execute(task), Math.max(0, delay.toMillis()), TimeUnit.MILLISECONDS);
    }
  }
}
