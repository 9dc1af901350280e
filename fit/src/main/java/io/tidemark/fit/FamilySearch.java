package io.tidemark.fit;

import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Places any pod: branch and bound over the devices of each ask in turn. The first descent is the
 * greedy choice that reuses the pod's own devices; what follows only looks for a smaller merged
 * footprint, or for any place at all, and ends as soon as a lower bound is reached. Among plans
 * with the same footprint the first one in the order of the search stands: the step that holds most
 * gets the devices that the policy prefers.
 */
final class FamilySearch implements SearchingFit {
  /** How far to look back for a skipped row that is {@link DeviceTable#alike}. */
  private static final int LOOK_BACK = 16;

  private final FamilyAsk asks;
  private final SearchBudget budget;
  private final LowerBounds bounds;
  private final DeviceTable table;
  private final Candidates[] candidates;

  /** Whether devices are chosen as sets, by the links between them. */
  private final boolean linked;

  /** By order of decision: the rank of each pick among its ask's candidates. */
  private final int[] ranks;

  private final int[] bestPicks;
  private final int[] firstPick;
  private int[] order;
  private boolean found;
  private boolean finished;
  private boolean gaveUp;
  private int tried;
  private int limit;
  private long bestMemory;
  private long bestCores;
  private long bestSlots;

  FamilySearch(FamilyAsk asks, PlacementPolicy policy, SearchBudget budget) {
    this(asks, policy, budget, new LowerBounds(asks, budget));
  }

  FamilySearch(FamilyAsk asks, PlacementPolicy policy, SearchBudget budget, LowerBounds bounds) {
    this.asks = asks;
    this.budget = budget;
    this.bounds = bounds;
    this.table = new DeviceTable(asks);
    this.candidates = new Candidates[asks.size()];
    Arrays.setAll(candidates, level -> new Candidates(policy));
    this.linked = policy.prefersLinkedDevices();
    this.ranks = new int[asks.picks];
    this.bestPicks = new int[asks.picks];
    this.firstPick = new int[asks.size()];
    for (int ask = 1; ask < asks.size(); ask++) {
      firstPick[ask] = firstPick[ask - 1] + asks.count[ask - 1];
    }
    this.order = asks.order;
  }

  @Override
  public boolean fit(NodeSnapshot node) {
    return fit(node, true);
  }

  @Override
  public boolean fit(NodeSnapshot node, boolean othersCount) {
    FamilyInventory inventory = node.inventory(asks.family.word());
    reset();
    if (inventory == null) {
      return false;
    }
    table.load(node, inventory, othersCount);
    return search();
  }

  /** Places the asks on that many devices without limits. */
  boolean fitUnlimited(int devices, long cardMiB) {
    reset();
    table.loadUnlimited(devices, cardMiB);
    return search();
  }

  @Override
  public boolean proven() {
    return !gaveUp;
  }

  private void reset() {
    found = false;
    gaveUp = false;
  }

  private boolean search() {
    if (!bounds.load(table)) {
      return false;
    }
    run(asks.order);
    if (gaveUp && !Arrays.equals(asks.order, asks.otherOrder)) {
      run(asks.otherOrder);
    }
    return found;
  }

  private void run(int[] decisions) {
    order = decisions;
    gaveUp = false;
    finished = false;
    tried = 0;
    limit = budget.forNode(asks.picks);
    decide(0);
    budget.spend(tried);
    table.clear();
  }

  /** Tries the choices for the ask at that place in the order, the best first. */
  private void decide(int level) {
    if (level == order.length) {
      record();
      return;
    }
    int ask = order[level];
    int last = asks.count[ask] - 1;
    int base = firstPick[ask];
    Candidates choice = candidates[level];
    choice.fill(table, asks, ask);
    if (linked && decideBySets(level)) {
      return;
    }
    int pick = 0;
    int from = 0;
    while (true) {
      int rank = next(choice, ask, pick, from);
      if (rank >= 0) {
        ranks[base + pick] = rank;
        table.add(ask, choice.row(rank));
        tried++;
        if (pick < last && canImprove()) {
          pick++;
          from = rank + 1;
          continue;
        }
        if (pick == last && canImprove()) {
          decide(level + 1);
        }
        if (finished) {
          return;
        }
        if (tried >= limit) {
          gaveUp = true;
          finished = true;
          return;
        }
      } else {
        if (pick == 0) {
          return;
        }
        pick--;
      }
      table.remove(ask, choice.row(ranks[base + pick]));
      from = ranks[base + pick] + 1;
    }
  }

  /**
   * {@link #decide} by whole sets of devices, the best linked first.
   *
   * @return whether all that there is to try at that level was tried, or the search is over
   */
  private boolean decideBySets(int level) {
    int ask = order[level];
    Candidates choice = candidates[level];
    LinkedSets sets = new LinkedSets(table, choice, asks, ask, budget);
    int[] set = sets.next();
    while (set != null) {
      int placed = place(ask, choice, set);
      if (placed == set.length && canImprove()) {
        decide(level + 1);
      }
      if (finished) {
        return true;
      }
      if (tried >= limit) {
        gaveUp = true;
        finished = true;
        return true;
      }
      while (placed > 0) {
        placed--;
        table.remove(ask, choice.row(set[placed]));
      }
      set = sets.next();
    }
    return sets.complete();
  }

  /** Puts an ask on the rows of a set; returns on how many it could. */
  private int place(int ask, Candidates choice, int[] set) {
    for (int pick = 0; pick < set.length; pick++) {
      int row = choice.row(set[pick]);
      if (!table.quotaAllows(ask, row)) {
        return pick;
      }
      ranks[firstPick[ask] + pick] = set[pick];
      table.add(ask, row);
      tried++;
    }
    return set.length;
  }

  /** The next rank that may be pick number {@code pick} of an ask; -1 where there is none. */
  private int next(Candidates choice, int ask, int pick, int from) {
    int base = firstPick[ask];
    int end = choice.size() - (asks.count[ask] - 1 - pick);
    boolean numaBind = asks.selection.numaBind() && pick > 0;
    int numaNode = numaBind ? table.device(choice.row(ranks[base])).numaNode() : 0;
    int previous = pick > 0 ? ranks[base + pick - 1] : -1;
    for (int rank = from; rank < end; rank++) {
      int row = choice.row(rank);
      if (numaBind && table.device(row).numaNode() != numaNode) {
        continue;
      }
      if (table.quotaAllows(ask, row) && !skippedAlike(choice, row, rank, previous)) {
        return rank;
      }
    }
    return -1;
  }

  /** Whether an equal row was left out before: taking this one instead leads nowhere new. */
  private boolean skippedAlike(Candidates choice, int row, int rank, int previous) {
    int end = Math.max(previous, rank - 1 - LOOK_BACK);
    for (int other = rank - 1; other > end; other--) {
      if (table.alike(row, choice.row(other))) {
        return true;
      }
    }
    return false;
  }

  private boolean canImprove() {
    return !found
        || compare(
                Math.max(table.mergedMemory(), bounds.memory()),
                Math.max(table.mergedCores(), bounds.cores()),
                Math.max(table.mergedSlots(), bounds.slots()))
            < 0;
  }

  /** Compares a footprint with the best one: memory, then cores, then slots. */
  private int compare(long memory, long cores, long slots) {
    int byMemory = Long.compare(memory, bestMemory);
    if (byMemory != 0) {
      return byMemory;
    }
    int byCores = Long.compare(cores, bestCores);
    return byCores == 0 ? Long.compare(slots, bestSlots) : byCores;
  }

  private void record() {
    found = true;
    bestMemory = table.mergedMemory();
    bestCores = table.mergedCores();
    bestSlots = table.mergedSlots();
    for (int level = 0; level < order.length; level++) {
      int ask = order[level];
      for (int i = 0; i < asks.count[ask]; i++) {
        int pick = firstPick[ask] + i;
        bestPicks[pick] = table.place(candidates[level].row(ranks[pick]));
      }
    }
    finished =
        compare(bounds.memory(), bounds.cores(), bounds.slots()) >= 0 || atIdeal(bounds.ideal());
  }

  private boolean atIdeal(long @Nullable [] ideal) {
    return ideal != null && compare(ideal[0], ideal[1], ideal[2]) >= 0;
  }

  @Override
  public void copyPicks(int[] target, int offset) {
    System.arraycopy(bestPicks, 0, target, offset, asks.picks);
  }

  @Override
  public long mergedMemory() {
    return bestMemory;
  }

  @Override
  public long mergedCores() {
    return bestCores;
  }

  @Override
  public long mergedSlots() {
    return bestSlots;
  }
}
