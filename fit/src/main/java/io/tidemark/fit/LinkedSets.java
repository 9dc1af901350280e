package io.tidemark.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sets of devices for one ask, the best first: what raises the merged footprint least (memory,
 * then cores, then slots), then the highest sum of pair scores, then the order of devices. For one
 * device it is the lowest sum of its pair scores to the other candidates, which leaves the well
 * linked ones to those who need several (protocol, section 4.5).
 *
 * <p>The first set is exact within {@link SearchBudget}, else found by growing and exchanging.
 * Where it does not lead to the smallest footprint, all others follow if they are at most {@link
 * #MOST}.
 */
final class LinkedSets {
  /** More than the 12,870 ways to choose 8 devices of 16. */
  static final int MOST = 20_000;

  private static final Comparator<DeviceSet> BEST_FIRST =
      Comparator.comparingLong(DeviceSet::memory)
          .thenComparingLong(DeviceSet::cores)
          .thenComparingLong(DeviceSet::slots)
          .thenComparing(Comparator.comparingLong(DeviceSet::links).reversed())
          .thenComparing(DeviceSet::ranks, Arrays::compare);

  private final DeviceTable table;
  private final Candidates candidates;
  private final SearchBudget budget;
  private final int count;

  /** By rank, then rank: the pair scores. */
  private final long[][] links;

  /** Ranks that may be together: all, or those of one NUMA node; ascending. */
  private final List<int[]> groups;

  private final boolean complete;
  private @Nullable List<DeviceSet> rest;
  private int given;

  /**
   * @param ranks among the candidates, ascending
   */
  private record DeviceSet(long memory, long cores, long slots, long links, int[] ranks) {}

  /**
   * @param candidates of the ask, filled from the table
   */
  LinkedSets(
      DeviceTable table, Candidates candidates, FamilyAsk asks, int ask, SearchBudget budget) {
    this.budget = budget;
    this.table = table;
    this.candidates = candidates;
    this.count = asks.count[ask];
    this.links = links();
    this.groups = groups(asks.selection.numaBind() && count > 1);
    long sets = 0;
    for (int[] group : groups) {
      sets += ways(group.length, count);
    }
    this.complete = sets <= MOST;
  }

  /** Whether {@link #next} gives every set that could lead to another footprint. */
  boolean complete() {
    return complete;
  }

  /** The next best set, as ranks among the candidates; null where there is no more. */
  int @Nullable [] next() {
    int place = given++;
    if (place == 0) {
      DeviceSet best = best();
      return best == null ? null : best.ranks();
    }
    if (!complete) {
      return null;
    }
    if (rest == null) {
      rest = different();
    }
    // The first of them is what the first call gave.
    return place < rest.size() ? rest.get(place).ranks() : null;
  }

  private long[][] links() {
    int size = candidates.size();
    long[][] scores = new long[size][size];
    for (int a = 1; a < size; a++) {
      for (int b = 0; b < a; b++) {
        scores[a][b] = table.pairScore(candidates.row(a), candidates.row(b));
        scores[b][a] = scores[a][b];
      }
    }
    return scores;
  }

  private List<int[]> groups(boolean numaBind) {
    TreeMap<Integer, List<Integer>> byNuma = new TreeMap<>();
    for (int rank = 0; rank < candidates.size(); rank++) {
      int numaNode = numaBind ? table.device(candidates.row(rank)).numaNode() : 0;
      byNuma.computeIfAbsent(numaNode, node -> new ArrayList<>()).add(rank);
    }
    List<int[]> large = new ArrayList<>();
    for (List<Integer> group : byNuma.values()) {
      if (group.size() >= count) {
        large.add(group.stream().mapToInt(Integer::intValue).toArray());
      }
    }
    return large;
  }

  private @Nullable DeviceSet best() {
    DeviceSet best = null;
    for (int[] group : groups) {
      DeviceSet found = best(group);
      if (best == null || BEST_FIRST.compare(found, best) < 0) {
        best = found;
      }
    }
    return best;
  }

  /**
   * Candidates stand in order of what they add, so a set that adds least has all that add less than
   * the last one it needs; only among those that add as much as that one is there a choice.
   */
  private DeviceSet best(int[] group) {
    int last = group[count - 1];
    int from = 0;
    while (!addsTheSame(group[from], last)) {
      from++;
    }
    int to = count;
    while (to < group.length && addsTheSame(group[to], last)) {
      to++;
    }
    int[] forced = Arrays.copyOf(group, from);
    int[] open = Arrays.copyOfRange(group, from, to);
    if (count > 1) {
      BestLinkedSet search = new BestLinkedSet(links, forced, open, count, budget.forSets());
      int[] ranks = search.ranks();
      budget.spend(search.steps());
      return set(ranks);
    }
    DeviceSet best = set(new int[] {open[0]});
    for (int rank : open) {
      DeviceSet other = set(new int[] {rank});
      best = BEST_FIRST.compare(other, best) < 0 ? other : best;
    }
    return best;
  }

  private boolean addsTheSame(int rank, int other) {
    return candidates.addedMemory(rank) == candidates.addedMemory(other)
        && candidates.addedCores(rank) == candidates.addedCores(other)
        && candidates.addedSlots(rank) == candidates.addedSlots(other);
  }

  /** All sets, the best first, without those that equal an earlier one in every amount. */
  private List<DeviceSet> different() {
    List<DeviceSet> all = new ArrayList<>();
    for (int[] group : groups) {
      choose(group, all::add);
    }
    all.sort(BEST_FIRST);
    int[] kinds = kinds();
    Set<List<Integer>> seen = new HashSet<>();
    all.removeIf(
        set ->
            !seen.add(
                Arrays.stream(set.ranks()).map(rank -> kinds[rank]).sorted().boxed().toList()));
    return all;
  }

  /** By rank: the first rank that is alike. */
  private int[] kinds() {
    int[] kinds = new int[candidates.size()];
    for (int rank = 0; rank < kinds.length; rank++) {
      int like = 0;
      while (!table.alike(candidates.row(like), candidates.row(rank))) {
        like++;
      }
      kinds[rank] = like;
    }
    return kinds;
  }

  /** Every choice from the group, in the order of ranks. */
  private void choose(int[] group, Consumer<DeviceSet> taker) {
    int[] picks = new int[count];
    for (int i = 0; i < count; i++) {
      picks[i] = i;
    }
    while (true) {
      taker.accept(set(Arrays.stream(picks).map(pick -> group[pick]).toArray()));
      int i = count - 1;
      while (i >= 0 && picks[i] == group.length - count + i) {
        i--;
      }
      if (i < 0) {
        return;
      }
      picks[i]++;
      for (int j = i + 1; j < count; j++) {
        picks[j] = picks[j - 1] + 1;
      }
    }
  }

  private DeviceSet set(int[] ranks) {
    long memory = 0;
    long cores = 0;
    long slots = 0;
    long sum = 0;
    for (int i = 0; i < ranks.length; i++) {
      memory += candidates.addedMemory(ranks[i]);
      cores += candidates.addedCores(ranks[i]);
      slots += candidates.addedSlots(ranks[i]);
      for (int j = 0; j < i; j++) {
        sum += links[ranks[i]][ranks[j]];
      }
    }
    return new DeviceSet(memory, cores, slots, count == 1 ? -toOthers(ranks[0]) : sum, ranks);
  }

  private long toOthers(int rank) {
    long sum = 0;
    for (long score : links[rank]) {
      sum += score;
    }
    return sum;
  }

  /** How many sets there are; never more than a little above {@link #MOST}. */
  private static long ways(int devices, int count) {
    long ways = 1;
    int least = Math.min(count, devices - count);
    for (int i = 1; i <= least; i++) {
      ways = ways * (devices - least + i) / i;
      if (ways > MOST) {
        return ways;
      }
    }
    return ways;
  }
}
