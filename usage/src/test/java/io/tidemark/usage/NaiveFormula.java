package io.tidemark.usage;

import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerState;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** The formula of the design, written down once more and step by step, on single numbers. */
final class NaiveFormula {
  private NaiveFormula() {}

  /** The peak of one number over the steps of a pod that can still come. */
  static long peak(
      PodRecord pod, ReleaseMode release, boolean reserved, ToLongFunction<Integer> x) {
    if (!reserved && pod.status().terminal()) {
      return 0;
    }
    int watermark = reserved ? 0 : watermark(pod, release);
    long peak = 0;
    for (Set<Integer> step : steps(pod, watermark, reserved)) {
      peak = Math.max(peak, step.stream().mapToLong(x).sum());
    }
    return peak;
  }

  static long memory(List<DeviceShare> shares, String uuid) {
    return on(shares, uuid).stream().mapToLong(DeviceShare::memoryMiB).sum();
  }

  static long cores(List<DeviceShare> shares, String uuid) {
    return on(shares, uuid).stream().mapToLong(DeviceShare::cores).sum();
  }

  static long slots(List<DeviceShare> shares, String uuid) {
    return on(shares, uuid).size();
  }

  private static List<DeviceShare> on(List<DeviceShare> shares, String uuid) {
    return shares.stream().filter(share -> share.uuid().equals(uuid)).toList();
  }

  private static List<Set<Integer>> steps(PodRecord pod, int watermark, boolean reserved) {
    List<Set<Integer>> steps = new ArrayList<>();
    Set<Integer> steady = new TreeSet<>();
    Set<Integer> running = new TreeSet<>();
    for (int i = 0; i < pod.containers().size(); i++) {
      if (kind(pod, i) != ContainerKind.INIT) {
        steady.add(i);
      } else if (i >= watermark) {
        Set<Integer> step = new TreeSet<>(Set.of(i));
        for (int s = 0; s < i; s++) {
          if (kind(pod, s) == ContainerKind.SIDECAR) {
            step.add(s);
          }
        }
        steps.add(step);
      }
      if (!reserved && pod.status().states().get(i) instanceof ContainerState.Running) {
        running.add(i);
      }
    }
    steps.add(steady);
    steps.add(running);
    return steps;
  }

  private static int watermark(PodRecord pod, ReleaseMode release) {
    boolean appRuns = false;
    int inits = 0;
    for (int i = 0; i < pod.containers().size(); i++) {
      if (kind(pod, i) == ContainerKind.APP) {
        ContainerState state = pod.status().states().get(i);
        appRuns |=
            state instanceof ContainerState.Running || state instanceof ContainerState.Terminated;
      } else {
        inits = i + 1;
      }
    }
    int watermark = inits;
    for (int i = inits - 1; i >= 0; i--) {
      ContainerState state = pod.status().states().get(i);
      boolean finished =
          state instanceof ContainerState.Terminated ended
              ? ended.exitCode() == 0
              : state instanceof ContainerState.Absent && appRuns;
      if (kind(pod, i) == ContainerKind.INIT && !finished) {
        watermark = i;
      }
    }
    return switch (release) {
      case EACH -> watermark;
      case ALL -> watermark == inits ? inits : 0;
      case NEVER -> 0;
    };
  }

  private static ContainerKind kind(PodRecord pod, int container) {
    return pod.containers().get(container).kind();
  }
}
