package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.simulation.scenario.Step;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Why a pod's usage changed, in words. */
final class CauseWords {
  private CauseWords() {}

  /**
   * @param progressReason what the present step did to a pod's containers
   */
  static String of(UsageChange.PodChange change, String progressReason) {
    return switch (change.cause()) {
      case RESERVED -> "reserved";
      case RESERVATION_ENDED -> "reservation given up";
      case RESERVATION_EXPIRED -> "reservation expired";
      case PLACED -> "placed";
      case PROGRESS -> progressReason;
      case ALLOCATION_CHANGED -> "its allocation annotation changed";
      case ENDED -> "the pod ended";
      case GONE -> "the pod is gone";
    };
  }

  /** How a pod stands whose reservation ended before it was bound. */
  static String ofLostReservation(UsageChange.Cause cause) {
    return switch (cause) {
      case RESERVATION_EXPIRED -> "what was reserved has expired; not bound yet";
      case ENDED -> "has ended without a node";
      default -> "what was reserved is given up; not bound yet";
    };
  }

  /**
   * What a step does to the progress of its pod.
   *
   * @param pods the objects as they are before the step
   */
  static String progress(Step step, Function<PodKey, ? extends @Nullable JsonNode> pods) {
    if (step instanceof Step.Finish finish) {
      String container = container(pods.apply(finish.pod()), finish.container());
      return finish.exitCode() == 0
          ? container + " finished"
          : container + " failed with exit code " + finish.exitCode();
    }
    if (step instanceof Step.Start start) {
      return container(pods.apply(start.pod()), start.container()) + " started";
    }
    if (step instanceof Step.Sandbox) {
      return "its sandbox was rebuilt, so init containers start over";
    }
    return "its status changed";
  }

  private static String container(@Nullable JsonNode pod, String name) {
    if (pod != null) {
      for (JsonNode init : pod.path("spec").path("initContainers")) {
        if (init.path("name").asText().equals(name)) {
          ContainerKind kind = ContainerKind.ofInit(init.path("restartPolicy").asText());
          return (kind == ContainerKind.SIDECAR ? "sidecar `" : "init container `") + name + "`";
        }
      }
    }
    return "container `" + name + "`";
  }
}
