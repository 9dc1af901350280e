package io.tidemark.fit;

import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Places pods of which all containers must hold the same cards. Cards do not depend on each other,
 * so the best ones are those that by themselves raise the footprint least; exact.
 */
final class SameCardsFit implements SearchingFit {
  private final FamilyAsk asks;
  private final DeviceTable table;
  private final PlacementPolicy policy;
  private final int[] picks;
  private long memory;
  private long cores;
  private long slots;

  SameCardsFit(FamilyAsk asks, PlacementPolicy policy) {
    this.asks = asks;
    this.policy = policy;
    this.table = new DeviceTable(asks);
    this.picks = new int[asks.picks];
  }

  @Override
  public boolean fit(NodeSnapshot node) {
    return fit(node, true);
  }

  @Override
  public boolean fit(NodeSnapshot node, boolean othersCount) {
    FamilyInventory inventory = node.inventory(asks.family.word());
    int count = asks.count[0];
    if (inventory == null || Arrays.stream(asks.count).anyMatch(other -> other != count)) {
      return false;
    }
    table.load(node, inventory, othersCount);
    Row[] rows =
        IntStream.range(0, table.size())
            .filter(this::takesAll)
            .mapToObj(this::row)
            .sorted(
                Comparator.comparingLong(Row::memory)
                    .thenComparingLong(Row::cores)
                    .thenComparingLong(Row::slots)
                    .thenComparing(this::order))
            .limit(count)
            .toArray(Row[]::new);
    if (rows.length < count) {
      return false;
    }
    for (Row row : rows) {
      if (!addAll(row.row())) {
        return false;
      }
    }
    memory = table.mergedMemory();
    cores = table.mergedCores();
    slots = table.mergedSlots();
    int next = 0;
    for (int ask = 0; ask < asks.size(); ask++) {
      for (Row row : rows) {
        picks[next++] = table.place(row.row());
      }
    }
    return true;
  }

  /** A row that takes all asks, with what they come to on it. */
  private record Row(int row, long memory, long cores, long slots, double score) {}

  private boolean takesAll(int row) {
    boolean fits = addAll(row);
    table.clear();
    return fits;
  }

  private boolean addAll(int row) {
    for (int ask : asks.specOrder) {
      if (table.refusal(ask, row) != null || !table.quotaAllows(ask, row)) {
        return false;
      }
      table.add(ask, row);
    }
    return true;
  }

  private Row row(int row) {
    addAll(row);
    double score =
        policy.deviceScore(
            table.device(row),
            table.othersSlots(row),
            table.othersMemory(row),
            table.othersCores(row),
            table.need(0, row),
            table.cores(0, row));
    Row result =
        new Row(row, table.mergedMemory(), table.mergedCores(), table.mergedSlots(), score);
    table.clear();
    return result;
  }

  private int order(Row a, Row b) {
    return DeviceOrder.compare(
        policy, table.device(a.row()), a.score(), table.device(b.row()), b.score());
  }

  /** Only a quota on memory that depends on the card may stand against a choice not looked at. */
  @Override
  public boolean proven() {
    return asks.memoryRoom == Long.MAX_VALUE;
  }

  @Override
  public void copyPicks(int[] target, int offset) {
    System.arraycopy(picks, 0, target, offset, picks.length);
  }

  @Override
  public long mergedMemory() {
    return memory;
  }

  @Override
  public long mergedCores() {
    return cores;
  }

  @Override
  public long mergedSlots() {
    return slots;
  }
}
