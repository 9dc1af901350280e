package io.tidemark.api.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A container's present state as the pod's status shows it; {@code lastState} is never read. */
public sealed interface ContainerState {
  /** No entry for the container, or an entry without a state. */
  Absent ABSENT = new Absent();

  Waiting WAITING = new Waiting();
  Running RUNNING = new Running();

  record Absent() implements ContainerState {}

  record Waiting() implements ContainerState {}

  record Running() implements ContainerState {}

  /**
   * @param reason empty where the kubelet gave none
   */
  record Terminated(
      int exitCode, String reason, @Nullable Instant startedAt, @Nullable Instant finishedAt)
      implements ContainerState {
    /** Exit code 0, and not killed for memory (seen with exit code 0 on cgroup v2). */
    public boolean succeeded() {
      return exitCode == 0 && !reason.equals("OOMKilled");
    }
  }
}
