package io.tidemark.app.scheduling.live;

import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.Supposition;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.scheduling.NodeSearch;
import io.tidemark.app.scheduling.PodShape;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Makes kube-scheduler try the waiting pods again that fit since room was freed. It cannot know of
 * that room itself: nothing it watches changed.
 *
 * <p>Pods are taken by priority, then by age, each against what the ones before it would leave. No
 * share is reserved by it: whoever is filtered first gets it.
 */
public final class WakeUps {
  /** Written into a waiting pod; the write itself is what makes kube-scheduler look again. */
  public static final String WOKEN_KEY = "tidemark.io/woken-at";

  static final Comparator<PodRecord> ORDER =
      Comparator.<PodRecord>comparingInt(pod -> -pod.priority())
          .thenComparing(PodRecord::created)
          .thenComparing(PodRecord::uid);

  private final ModuleBus bus;
  private final ClusterGateway gateway;
  private final NodeSearch search;
  private final Predicate<PodRecord> ours;
  private final Consumer<PodRecord> woken;
  private final Clock clock;

  /**
   * @param ours whether a waiting pod is one that our kube-scheduler would try, and is not being
   *     tried at this moment
   * @param woken is told of every pod that was woken
   */
  public WakeUps(
      ModuleBus bus,
      ClusterGateway gateway,
      Predicate<PodRecord> ours,
      Consumer<PodRecord> woken,
      Clock clock) {
    this.bus = bus;
    this.gateway = gateway;
    this.search = new NodeSearch(bus, gateway.id());
    this.ours = ours;
    this.woken = woken;
    this.clock = clock;
  }

  /** Wakes the pods that fit now; how many those were. */
  public int wake() {
    Instant now = clock.instant();
    List<PodRecord> fitting = fitting(bus.snapshot(new TakeSnapshot(gateway.id(), now)), now);
    for (PodRecord pod : fitting) {
      if (gateway.annotatePod(pod, Map.of(WOKEN_KEY, now.toString()))
          instanceof ClusterGateway.WriteOutcome.Written) {
        woken.accept(pod);
      }
    }
    return fitting.size();
  }

  private List<PodRecord> fitting(ClusterSnapshot present, Instant now) {
    List<PodRecord> waiting =
        present.waiting().values().stream()
            .filter(pod -> present.charge(pod.uid()) == null && !pod.deleting())
            .filter(ours)
            .sorted(ORDER)
            .toList();
    ClusterSnapshot supposed = present;
    Set<PodShape> misfits = new HashSet<>();
    List<PodRecord> fitting = new ArrayList<>();
    for (PodRecord pod : waiting) {
      PodShape shape = PodShape.of(pod);
      if (misfits.contains(shape)
          || !(search.nodes(pod, supposed, null, now) instanceof NodeSearch.Result.Found found)) {
        continue;
      }
      if (found.plans().isEmpty()) {
        misfits.add(shape);
        continue;
      }
      NodePlan best = search.best(found, now);
      supposed = Supposition.placed(supposed, pod, best.node().name(), best.allocation());
      fitting.add(pod);
    }
    return fitting;
  }
}
