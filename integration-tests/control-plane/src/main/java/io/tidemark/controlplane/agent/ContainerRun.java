package io.tidemark.controlplane.agent;

import io.tidemark.controlplane.agent.ContainerState.Running;
import io.tidemark.controlplane.agent.ContainerState.Terminated;
import io.tidemark.controlplane.agent.ContainerState.Waiting;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A container with its state. Immutable; changes answer a new one.
 *
 * @param spec what it is
 * @param state what it does now
 * @param last how its previous run ended; null while there was none
 * @param starts how often it was started
 * @param sandbox the number of the pod's sandbox in which it was last started
 */
record ContainerRun(
    ContainerSpec spec, ContainerState state, @Nullable Terminated last, int starts, int sandbox) {
  static final String INITIALIZING = "PodInitializing";
  static final String BACK_OFF = "CrashLoopBackOff";

  static ContainerRun created(ContainerSpec spec) {
    return new ContainerRun(spec, new Waiting(INITIALIZING, Instant.MIN), null, 0, 0);
  }

  boolean isRunning() {
    return state instanceof Running;
  }

  /** Whether it may start now. */
  boolean mayStart(Instant now) {
    return state instanceof Waiting waiting ? !waiting.notBefore().isAfter(now) : !isRunning();
  }

  /** Whether it ended with success in that sandbox. */
  boolean succeededIn(int present) {
    return sandbox == present && state instanceof Terminated end && end.exitCode() == 0;
  }

  ContainerRun started(Instant now, PodScript.Run run, int present) {
    Instant until = run.duration() == null ? null : now.plus(run.duration());
    Terminated before = state instanceof Terminated end ? end : last;
    return new ContainerRun(
        spec, new Running(now, until, run.exitCode()), before, starts + 1, present);
  }

  /** Ended for good. */
  ContainerRun ended(Instant now, int exitCode) {
    return new ContainerRun(spec, end(now, exitCode), last, starts, sandbox);
  }

  /** Ended, and to be started again. */
  ContainerRun endedToRestart(Instant now, int exitCode, String reason, Instant notBefore) {
    return new ContainerRun(
        spec, new Waiting(reason, notBefore), end(now, exitCode), starts, sandbox);
  }

  private Terminated end(Instant now, int exitCode) {
    Instant since = state instanceof Running running ? running.since() : now;
    return new Terminated(since, now, exitCode);
  }
}
