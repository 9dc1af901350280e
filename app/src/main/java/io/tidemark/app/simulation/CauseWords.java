package io.tidemark.app.simulation;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.app.simulation.scenario.Step;

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

  /** What a step does to the progress of its pod. */
  static String progress(Step step) {
    if (step instanceof Step.Finish finish) {
      return finish.exitCode() == 0
          ? "container `" + finish.container() + "` finished"
          : "container `" + finish.container() + "` failed with exit code " + finish.exitCode();
    }
    if (step instanceof Step.Start start) {
      return "container `" + start.container() + "` started";
    }
    if (step instanceof Step.Sandbox) {
      return "its sandbox was rebuilt, so init containers start over";
    }
    return "its status changed";
  }
}
