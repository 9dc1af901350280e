package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.tidemark.controlplane.agent.ContainerState.Running;
import io.tidemark.controlplane.agent.ContainerState.Terminated;
import io.tidemark.controlplane.agent.ContainerState.Waiting;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statuses of one pod as its kubelet writes them. Conditions remember when they changed. */
final class PodStatuses {
  private final Instant admitted;
  private final Map<String, PodCondition> conditions = new LinkedHashMap<>();

  /**
   * @param admitted when the kubelet took the pod
   */
  PodStatuses(Instant admitted) {
    this.admitted = admitted;
  }

  /** The status of a pod that the kubelet does not take. */
  static PodStatus rejected(String reason, String message, Instant now) {
    return new PodStatusBuilder()
        .withPhase(PodRun.Phase.FAILED.word())
        .withReason(reason)
        .withMessage("Pod was rejected: " + message)
        .withStartTime(time(now))
        .build();
  }

  /**
   * The status of a pod that runs or ran.
   *
   * @param reason of the pod's end, where it did not end by itself
   */
  PodStatus of(PodRun run, @Nullable String reason, Instant now) {
    boolean running = run.phase() == PodRun.Phase.RUNNING;
    boolean ready =
        running
            && run.containers().stream()
                .filter(container -> container.spec().kind() != ContainerSpec.Kind.INIT)
                .allMatch(ContainerRun::isRunning);
    condition("PodReadyToStartContainers", !run.phase().isTerminal(), null, now);
    condition("Initialized", run.initialized(), "ContainersNotInitialized", now);
    String notReady = run.phase() == PodRun.Phase.SUCCEEDED ? "PodCompleted" : "ContainersNotReady";
    condition("Ready", ready, notReady, now);
    condition("ContainersReady", ready, notReady, now);
    return new PodStatusBuilder()
        .withPhase(run.phase().word())
        .withReason(reason)
        .withStartTime(time(admitted))
        .withHostIP("127.0.0.1")
        .withConditions(List.copyOf(conditions.values()))
        .withInitContainerStatuses(statuses(run, false))
        .withContainerStatuses(statuses(run, true))
        .build();
  }

  private void condition(String type, boolean holds, @Nullable String otherwise, Instant now) {
    String status = holds ? "True" : "False";
    PodCondition before = conditions.get(type);
    String since =
        before != null && status.equals(before.getStatus())
            ? before.getLastTransitionTime()
            : time(now);
    conditions.put(
        type,
        new PodConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withReason(holds ? null : otherwise)
            .withLastTransitionTime(since)
            .build());
  }

  private static List<ContainerStatus> statuses(PodRun run, boolean app) {
    return run.containers().stream()
        .filter(container -> (container.spec().kind() == ContainerSpec.Kind.APP) == app)
        .map(PodStatuses::status)
        .toList();
  }

  private static ContainerStatus status(ContainerRun container) {
    boolean done =
        container.spec().kind() == ContainerSpec.Kind.INIT
            && container.state() instanceof Terminated end
            && end.exitCode() == 0;
    boolean serves = container.isRunning() && container.spec().kind() != ContainerSpec.Kind.INIT;
    return new ContainerStatusBuilder()
        .withName(container.spec().name())
        .withImage(container.spec().image())
        .withImageID("")
        .withReady(done || serves)
        .withStarted(serves)
        .withRestartCount(Math.max(0, container.starts() - 1))
        .withState(state(container.state()))
        .withLastState(container.last() == null ? null : state(container.last()))
        .build();
  }

  private static io.fabric8.kubernetes.api.model.ContainerState state(ContainerState state) {
    ContainerStateBuilder builder = new ContainerStateBuilder();
    if (state instanceof Waiting waiting) {
      builder.withNewWaiting().withReason(waiting.reason()).endWaiting();
    } else if (state instanceof Running running) {
      builder.withNewRunning().withStartedAt(time(running.since())).endRunning();
    } else if (state instanceof Terminated end) {
      builder
          .withNewTerminated()
          .withExitCode(end.exitCode())
          .withReason(end.reason())
          .withStartedAt(time(end.since()))
          .withFinishedAt(time(end.at()))
          .endTerminated();
    }
    return builder.build();
  }

  /** Kubernetes writes whole seconds. */
  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
