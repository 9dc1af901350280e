package io.tidemark.controlplane.agent;

import io.tidemark.controlplane.agent.ContainerState.Running;
import io.tidemark.controlplane.agent.ContainerState.Terminated;
import io.tidemark.controlplane.agent.ContainerState.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod's life on its node, by the kubelet's rules: ordinary init containers one after another,
 * sidecars from their turn on, then the app containers; restarts by the pod's policy; sidecars end
 * after the app containers. Time is passed in, and nothing happens between two calls.
 */
final class PodRun {
  /** How long a container that ended waits for its restart. The kubelet's own grows from 10 s. */
  static final Duration BACK_OFF = Duration.ofSeconds(1);

  private static final int KILLED = 137;

  private final List<ContainerRun> containers = new ArrayList<>();
  private final String restartPolicy;
  private final PodScript script;
  private Phase phase = Phase.PENDING;
  private boolean initialized;
  private int sandbox;

  /** The phase of a pod. */
  enum Phase {
    PENDING("Pending"),
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed");

    private final String word;

    Phase(String word) {
      this.word = word;
    }

    /** As a status has it. */
    String word() {
      return word;
    }

    boolean isTerminal() {
      return this == SUCCEEDED || this == FAILED;
    }
  }

  /**
   * A pod that was admitted and has not started.
   *
   * @param specs init entries, then app containers
   * @param restartPolicy {@code Always}, {@code OnFailure} or {@code Never}
   */
  PodRun(List<ContainerSpec> specs, String restartPolicy, PodScript script) {
    specs.forEach(spec -> containers.add(ContainerRun.created(spec)));
    this.restartPolicy = restartPolicy;
    this.script = script;
  }

  /** Ends and starts all containers whose time has come. */
  void tick(Instant now) {
    boolean changed;
    do {
      changed = endDue(now);
      changed |= startDue(now);
    } while (changed);
  }

  /**
   * Ends a running container; what follows happens in the next tick.
   *
   * @return false where no such container runs
   */
  boolean end(String name, int exitCode, Instant now) {
    for (int i = 0; i < containers.size(); i++) {
      ContainerRun container = containers.get(i);
      if (container.spec().name().equals(name) && container.isRunning()) {
        end(i, exitCode, now);
        return true;
      }
    }
    return false;
  }

  /** Ends all running containers and the pod: it was deleted or evicted. */
  void terminate(Instant now) {
    if (!phase.isTerminal()) {
      endRunning(now, KILLED);
      phase = Phase.FAILED;
    }
  }

  /**
   * The sandbox is gone and made anew: all containers end, and the init containers start over.
   *
   * @throws IllegalStateException the policy is not Always: the kubelet does not restart such a pod
   */
  void rebuildSandbox(Instant now) {
    if (!restartPolicy.equals("Always")) {
      throw new IllegalStateException(
          "a pod with restartPolicy " + restartPolicy + " ends instead");
    }
    sandbox++;
    for (int i = 0; i < containers.size(); i++) {
      ContainerRun container = containers.get(i);
      boolean ordinaryInit = container.spec().kind() == ContainerSpec.Kind.INIT;
      if (container.isRunning()) {
        containers.set(
            i, container.endedToRestart(now, KILLED, ContainerRun.INITIALIZING, Instant.MIN));
      } else if (!ordinaryInit && container.state() instanceof Terminated end) {
        containers.set(
            i,
            container.endedToRestart(
                end.at(), end.exitCode(), ContainerRun.INITIALIZING, Instant.MIN));
      }
      // An ordinary init container that had ended keeps its old entry until its turn comes again.
    }
  }

  Phase phase() {
    return phase;
  }

  /** Whether all init containers have succeeded once; it stays so when they run again. */
  boolean initialized() {
    return initialized;
  }

  /** All containers, init entries first. */
  List<ContainerRun> containers() {
    return List.copyOf(containers);
  }

  Stream<ContainerRun> running() {
    return containers.stream().filter(ContainerRun::isRunning);
  }

  /** When the next tick after this one has something to do; null: when somebody says. */
  @Nullable Instant nextTick(Instant now) {
    Instant next = null;
    for (ContainerRun container : phase.isTerminal() ? List.<ContainerRun>of() : containers) {
      Instant due = null;
      if (container.state() instanceof Running running) {
        due = running.until();
      } else if (container.state() instanceof Waiting waiting) {
        due = waiting.notBefore();
      }
      if (due != null && due.isAfter(now) && (next == null || due.isBefore(next))) {
        next = due;
      }
    }
    return next;
  }

  private boolean endDue(Instant now) {
    boolean changed = false;
    for (int i = 0; i < containers.size() && !phase.isTerminal(); i++) {
      if (containers.get(i).state() instanceof Running running
          && running.until() != null
          && !running.until().isAfter(now)) {
        end(i, running.exitCode(), now);
        changed = true;
      }
    }
    return changed;
  }

  private boolean startDue(Instant now) {
    if (phase.isTerminal()) {
      return false;
    }
    boolean changed = false;
    for (int i = 0; i < containers.size(); i++) {
      ContainerRun container = containers.get(i);
      boolean isApp = container.spec().kind() == ContainerSpec.Kind.APP;
      if (isApp) {
        initialized = true;
        phase = Phase.RUNNING;
      }
      if (container.succeededIn(sandbox) || (isApp && container.state() instanceof Terminated)) {
        continue;
      }
      if (!container.isRunning() && container.mayStart(now)) {
        containers.set(i, container.started(now, script.of(container.spec()), sandbox));
        changed = true;
      }
      boolean blocks =
          switch (container.spec().kind()) {
            case INIT -> true;
            case SIDECAR -> !containers.get(i).isRunning();
            case APP -> false;
          };
      if (blocks) {
        return changed;
      }
    }
    return changed;
  }

  private void end(int index, int exitCode, Instant now) {
    ContainerRun container = containers.get(index);
    if (restarts(container.spec().kind(), exitCode)) {
      containers.set(
          index,
          container.endedToRestart(now, exitCode, ContainerRun.BACK_OFF, now.plus(BACK_OFF)));
      return;
    }
    containers.set(index, container.ended(now, exitCode));
    if (container.spec().kind() == ContainerSpec.Kind.INIT) {
      if (exitCode != 0) {
        finish(Phase.FAILED, now);
      }
    } else if (apps().allMatch(app -> app.state() instanceof Terminated)) {
      boolean success = apps().allMatch(app -> app.succeededIn(sandbox));
      finish(success ? Phase.SUCCEEDED : Phase.FAILED, now);
    }
  }

  private boolean restarts(ContainerSpec.Kind kind, int exitCode) {
    return switch (kind) {
      case INIT -> exitCode != 0 && !restartPolicy.equals("Never");
      case SIDECAR -> true;
      case APP ->
          restartPolicy.equals("Always") || (exitCode != 0 && restartPolicy.equals("OnFailure"));
    };
  }

  private void finish(Phase end, Instant now) {
    endRunning(now, 0);
    phase = end;
  }

  private void endRunning(Instant now, int exitCode) {
    // Sidecars end in reverse order.
    for (int i = containers.size() - 1; i >= 0; i--) {
      if (containers.get(i).isRunning()) {
        containers.set(i, containers.get(i).ended(now, exitCode));
      }
    }
  }

  private Stream<ContainerRun> apps() {
    return containers.stream()
        .filter(container -> container.spec().kind() == ContainerSpec.Kind.APP);
  }
}
