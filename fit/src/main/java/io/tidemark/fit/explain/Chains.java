package io.tidemark.fit.explain;

import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Several coming events that only together let a node take the pod. Two chains are made per node by
 * adding events until the pod fits and then leaving out what was not needed: one from what comes
 * soonest, one from the pods that hold most. The shortest one stands; a chain of two ends the
 * search, since none can be shorter.
 */
final class Chains {
  static final int MAX_NODES = 16;

  /** How many events a chain is made from: those of the node, then those of the namespace. */
  static final int MAX_EVENTS = 48;

  private static final int SHORTEST = 2;

  private static final Comparator<ComingEvent> LARGEST_FIRST =
      Comparator.comparingLong(Chains::heldMemory)
          .reversed()
          .thenComparing(ComingEvent.SOONEST_FIRST);

  private final Releases releases;
  private final Set<String> nodes;

  /**
   * @param nodes those on which a release could help
   */
  Chains(Releases releases, Set<String> nodes) {
    this.releases = releases;
    this.nodes = nodes;
  }

  /** Empty where no chain is found. */
  List<Release> shortest() {
    List<ComingEvent> shortest = List.of();
    String where = "";
    int looked = 0;
    for (String node : nodes) {
      List<ComingEvent> onNode = releases.onNode(node);
      List<ComingEvent> elsewhere = releases.inNamespace(Set.of(node));
      if (onNode.isEmpty() && elsewhere.isEmpty()) {
        continue;
      }
      List<ComingEvent> chain = chain(node, onNode, elsewhere);
      if (!chain.isEmpty() && (shortest.isEmpty() || chain.size() < shortest.size())) {
        shortest = chain;
        where = node;
      }
      if (++looked == MAX_NODES || shortest.size() == SHORTEST) {
        break;
      }
    }
    return told(where, shortest);
  }

  private List<ComingEvent> chain(
      String node, List<ComingEvent> onNode, List<ComingEvent> elsewhere) {
    List<ComingEvent> soonest = chain(node, pool(onNode, elsewhere, ComingEvent.SOONEST_FIRST));
    if (soonest.size() == SHORTEST) {
      return soonest;
    }
    List<ComingEvent> largest =
        chain(
            node,
            pool(
                onNode.stream().filter(ComingEvent::podEnds).toList(),
                elsewhere.stream().filter(ComingEvent::podEnds).toList(),
                LARGEST_FIRST));
    boolean largestWins =
        soonest.isEmpty() || (!largest.isEmpty() && largest.size() < soonest.size());
    return largestWins ? largest : soonest;
  }

  private static List<ComingEvent> pool(
      List<ComingEvent> onNode, List<ComingEvent> elsewhere, Comparator<ComingEvent> order) {
    List<ComingEvent> pool = new ArrayList<>(onNode.stream().sorted(order).toList());
    pool.addAll(elsewhere.stream().sorted(order).toList());
    return pool.subList(0, Math.min(pool.size(), MAX_EVENTS));
  }

  /** Events of the pool of which each is needed; empty where even all of them do not suffice. */
  private List<ComingEvent> chain(String node, List<ComingEvent> pool) {
    List<ComingEvent> chain = new ArrayList<>();
    ClusterSnapshot after = releases.now();
    boolean fits = false;
    for (int i = 0; i < pool.size() && !fits; i++) {
      ClusterSnapshot next = Aftermath.of(after, pool.get(i));
      if (next != after) {
        chain.add(pool.get(i));
        after = next;
        fits = releases.fits(after, node);
      }
    }
    if (!fits) {
      return List.of();
    }
    for (int i = chain.size() - 2; i >= 0; i--) {
      List<ComingEvent> without = new ArrayList<>(chain);
      without.remove(i);
      if (releases.fits(afterAll(without), node)) {
        chain = without;
      }
    }
    chain.sort(ComingEvent.SOONEST_FIRST);
    return chain;
  }

  private ClusterSnapshot afterAll(List<ComingEvent> events) {
    ClusterSnapshot after = releases.now();
    for (ComingEvent event : events) {
      after = Aftermath.of(after, event);
    }
    return after;
  }

  private List<Release> told(String node, List<ComingEvent> chain) {
    List<Release> told = new ArrayList<>();
    ClusterSnapshot before = releases.now();
    for (ComingEvent event : chain) {
      ClusterSnapshot after = Aftermath.of(before, event);
      boolean last = told.size() == chain.size() - 1;
      told.add(new Release(event.text(), releases.gains(before, after, event), node, last));
      before = after;
    }
    return told;
  }

  private static long heldMemory(ComingEvent event) {
    return event.charge().footprint().devices().values().stream()
        .mapToLong(DeviceAmount::memoryMiB)
        .sum();
  }
}
