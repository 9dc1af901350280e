package io.tidemark.controlplane.agent;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a container does now. */
sealed interface ContainerState {
  /**
   * Not running yet, or not again yet.
   *
   * @param reason as the kubelet words it
   * @param notBefore the end of its back-off
   */
  record Waiting(String reason, Instant notBefore) implements ContainerState {}

  /**
   * Running.
   *
   * @param since its start
   * @param until when it ends by itself; null: when somebody says
   * @param exitCode how it ends by itself
   */
  record Running(Instant since, @Nullable Instant until, int exitCode) implements ContainerState {}

  /**
   * Ended.
   *
   * @param since its start
   * @param at its end
   * @param exitCode 0 for success
   */
  record Terminated(Instant since, Instant at, int exitCode) implements ContainerState {
    /** The reason that the kubelet gives. */
    String reason() {
      return exitCode == 0 ? "Completed" : "Error";
    }
  }
}
