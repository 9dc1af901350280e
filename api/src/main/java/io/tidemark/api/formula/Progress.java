package io.tidemark.api.formula;

import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerState;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a pod is in its life, read afresh from its status at every observation. Nothing is
 * remembered from the observation before: init containers do run again (a new sandbox, a node
 * restart, the in-place restart of all containers), and then the watermark goes back.
 *
 * @param terminal the pod is Succeeded or Failed and holds nothing
 * @param watermark index of the first ordinary init container that still has to finish; the number
 *     of containers in the init range when there is none
 * @param running indexes of the containers that are seen running
 */
public record Progress(boolean terminal, int watermark, Set<Integer> running) {
  /** The start of a pod's life: everything is still to come. */
  public static final Progress START = new Progress(false, 0, Set.of());

  public static final Progress ENDED = new Progress(true, 0, Set.of());

  public Progress {
    running = Set.copyOf(running);
  }

  /** The progress that the pod's status shows, as far as {@code mode} lets the footprint follow. */
  public static Progress of(PodRecord pod, ReleaseMode mode) {
    if (pod.status().terminal()) {
      return ENDED;
    }
    int seen = watermark(pod);
    int followed =
        switch (mode) {
          case EACH -> seen;
          case ALL -> seen == pod.initRange() ? seen : 0;
          case NEVER -> 0;
        };
    return new Progress(false, followed, running(pod.status()));
  }

  /**
   * This progress as it will be once the init container at the watermark has finished; this one
   * where none has to finish any more.
   */
  public Progress afterWatermark(PodRecord pod) {
    if (watermark >= pod.initRange()) {
      return this;
    }
    int next = watermark + 1;
    while (next < pod.initRange() && pod.containers().get(next).kind() != ContainerKind.INIT) {
      next++;
    }
    Set<Integer> runOn = new TreeSet<>(running);
    runOn.remove(watermark);
    return new Progress(terminal, Math.min(next, pod.initRange()), runOn);
  }

  private static int watermark(PodRecord pod) {
    int initRange = pod.initRange();
    PodStatus status = pod.status();
    if (status.allContainersRestarting()) {
      return firstInit(pod, initRange);
    }
    @Nullable Instant lastFinished = null;
    for (int i = 0; i < initRange; i++) {
      if (pod.containers().get(i).kind() != ContainerKind.INIT) {
        continue;
      }
      ContainerState state = status.states().get(i);
      if (!finished(state, lastFinished, pod)) {
        return i;
      }
      if (state instanceof ContainerState.Terminated ended && ended.finishedAt() != null) {
        lastFinished = ended.finishedAt();
      }
    }
    return initRange;
  }

  /**
   * An entry that is there decides. One that ran before the init container ahead of it finished is
   * left over from an earlier sandbox. A missing entry says nothing, so the app containers do: they
   * only start after the last init container.
   */
  private static boolean finished(
      ContainerState state, @Nullable Instant lastFinished, PodRecord pod) {
    if (state instanceof ContainerState.Terminated ended) {
      return ended.succeeded() && !leftOver(ended, lastFinished);
    }
    return state instanceof ContainerState.Absent && anyAppStarted(pod, lastFinished);
  }

  /** App containers too keep their old entry in view while init containers run again. */
  private static boolean anyAppStarted(PodRecord pod, @Nullable Instant lastFinished) {
    List<ContainerState> states = pod.status().states();
    for (int i = pod.initRange(); i < states.size(); i++) {
      ContainerState state = states.get(i);
      if (state instanceof ContainerState.Running
          || (state instanceof ContainerState.Terminated ended && !leftOver(ended, lastFinished))) {
        return true;
      }
    }
    return false;
  }

  private static boolean leftOver(ContainerState.Terminated ended, @Nullable Instant initFinished) {
    return initFinished != null
        && ended.startedAt() != null
        && ended.startedAt().isBefore(initFinished);
  }

  private static int firstInit(PodRecord pod, int initRange) {
    for (int i = 0; i < initRange; i++) {
      if (pod.containers().get(i).kind() == ContainerKind.INIT) {
        return i;
      }
    }
    return initRange;
  }

  private static Set<Integer> running(PodStatus status) {
    Set<Integer> running = new TreeSet<>();
    for (int i = 0; i < status.states().size(); i++) {
      if (status.states().get(i) instanceof ContainerState.Running) {
        running.add(i);
      }
    }
    return running;
  }
}
