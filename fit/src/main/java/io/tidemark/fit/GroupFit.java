package io.tidemark.fit;

import io.tidemark.api.family.Grouping.Strategy;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.Arrays;
import java.util.List;

/**
 * Places pods of a family whose devices belong together: tries, ask after ask, the sets of rows
 * that {@link RowSets} offers. Where the groups are a wish and not a condition, a smaller footprint
 * without them goes before.
 */
final class GroupFit implements SearchingFit {
  private final FamilyAsk asks;
  private final SearchBudget budget;
  private final DeviceTable table;
  private final LowerBounds bounds;
  private final RowSets sets;

  /** The search without groups; used where they are a wish. */
  private final FamilySearch ungrouped;

  private final boolean wish;
  private final int[][] chosen;
  private final int[] bestPicks;
  private boolean found;
  private boolean withGroups;
  private boolean gaveUp;
  private int tried;
  private int limit;
  private long bestMemory;
  private long bestCores;
  private long bestSlots;

  GroupFit(FamilyAsk asks, PlacementPolicy policy, SearchBudget budget) {
    this.asks = asks;
    this.budget = budget;
    this.table = new DeviceTable(asks);
    this.bounds = new LowerBounds(asks, budget);
    this.sets = new RowSets(asks, table, policy);
    this.ungrouped = new FamilySearch(asks, policy, budget);
    this.wish = asks.family.grouping().strategy() == Strategy.FEWEST_GROUPS;
    this.chosen = new int[asks.size()][];
    this.bestPicks = new int[asks.picks];
  }

  @Override
  public boolean fit(NodeSnapshot node) {
    return fit(node, true);
  }

  @Override
  public boolean fit(NodeSnapshot node, boolean othersCount) {
    found = false;
    gaveUp = false;
    withGroups = false;
    FamilyInventory inventory = node.inventory(asks.family.word());
    if (inventory == null) {
      return false;
    }
    table.load(node, inventory, othersCount);
    sets.load(node);
    if (!wish) {
      withGroups = true;
      return bounds.load(table) && search();
    }
    boolean fits = ungrouped.fit(node, othersCount);
    withGroups =
        fits
            && sets.grouped()
            && search()
            && compare(ungrouped.mergedMemory(), ungrouped.mergedCores(), ungrouped.mergedSlots())
                >= 0;
    return fits;
  }

  private boolean search() {
    tried = 0;
    limit = budget.forNode(asks.picks);
    decide(0);
    budget.spend(tried);
    table.clear();
    return found;
  }

  private void decide(int level) {
    if (level == asks.order.length) {
      record();
      return;
    }
    int ask = asks.order[level];
    List<int[]> choices = sets.of(ask);
    for (int[] rows : choices) {
      if (tried >= limit) {
        gaveUp = true;
        return;
      }
      tried++;
      int added = 0;
      while (added < rows.length && table.quotaAllows(ask, rows[added])) {
        table.add(ask, rows[added]);
        added++;
      }
      boolean better =
          !found || compare(table.mergedMemory(), table.mergedCores(), table.mergedSlots()) < 0;
      if (added == rows.length && better) {
        chosen[ask] = rows;
        decide(level + 1);
      }
      while (added > 0) {
        table.remove(ask, rows[--added]);
      }
    }
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
    int next = 0;
    for (int[] rows : chosen) {
      for (int row : rows) {
        bestPicks[next++] = table.place(row);
      }
    }
  }

  @Override
  public boolean proven() {
    return wish ? ungrouped.proven() : !gaveUp;
  }

  @Override
  public void copyPicks(int[] target, int offset) {
    if (withGroups) {
      System.arraycopy(bestPicks, 0, target, offset, asks.picks);
    } else {
      ungrouped.copyPicks(target, offset);
    }
  }

  @Override
  public long mergedMemory() {
    return withGroups ? bestMemory : ungrouped.mergedMemory();
  }

  @Override
  public long mergedCores() {
    return withGroups ? bestCores : ungrouped.mergedCores();
  }

  @Override
  public long mergedSlots() {
    return withGroups ? bestSlots : ungrouped.mergedSlots();
  }

  @Override
  public String toString() {
    return asks.family.word() + " " + Arrays.toString(bestPicks);
  }
}
