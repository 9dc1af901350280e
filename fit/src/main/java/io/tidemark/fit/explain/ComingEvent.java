package io.tidemark.fit.explain;

import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.PodCharge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Something that a charged pod will do and that can make room.
 *
 * @param charge the pod's present charge
 * @param container the index of the ordinary init container that finishes, those before it
 *     included; {@link #POD_ENDS} where the pod ends
 * @param after the pod's progress once it has happened
 */
record ComingEvent(PodCharge charge, int container, Progress after) {
  static final int POD_ENDS = Integer.MAX_VALUE;

  /** Init containers before pods that end, then by name and place in the pod. */
  static final Comparator<ComingEvent> SOONEST_FIRST =
      Comparator.comparing(ComingEvent::podEnds)
          .thenComparing(event -> event.charge.pod().key().namespace())
          .thenComparing(event -> event.charge.pod().key().name())
          .thenComparing(event -> event.charge.pod().uid())
          .thenComparing(ComingEvent::container);

  /** What is still to come of one pod, in its order, as far as footprints follow it. */
  static List<ComingEvent> of(PodCharge charge, ReleaseMode mode) {
    PodRecord pod = charge.pod();
    List<ComingEvent> events = new ArrayList<>();
    if (mode != ReleaseMode.NEVER) {
      Progress progress = Progress.of(pod, ReleaseMode.EACH);
      while (!progress.terminal() && progress.watermark() < pod.initRange()) {
        int finishing = progress.watermark();
        progress = progress.afterWatermark(pod);
        if (mode == ReleaseMode.EACH || progress.watermark() == pod.initRange()) {
          events.add(new ComingEvent(charge, finishing, progress));
        }
      }
    }
    events.add(new ComingEvent(charge, POD_ENDS, Progress.ENDED));
    return events;
  }

  boolean podEnds() {
    return container == POD_ENDS;
  }

  /** {@code init container `prepare` of `team-a/train` finishes}. */
  String text() {
    PodRecord pod = charge.pod();
    if (podEnds()) {
      return "pod `" + pod.key() + "` ends";
    }
    ContainerSpec finishing = pod.containers().get(container);
    return "init container `" + finishing.name() + "` of `" + pod.key() + "` finishes";
  }
}
