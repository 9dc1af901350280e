package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every plan of a pod on a node must at least come to, and whether there can be one at all.
 * Two bounds: no plan is smaller than its largest step; and none is smaller than the best plan on
 * as many empty, unlimited devices as the pod could touch, which is searched once per request and
 * card size. A search that reaches one of them is done.
 */
final class LowerBounds {
  private final FamilyAsk asks;
  private final SearchBudget budget;
  private final boolean searchesIdeal;
  private final Map<Long, long[]> idealByCardMiB = new HashMap<>();
  private final long[] stepSlots;
  private final long[] stepCores;
  private final long[] leastMemory;
  private long[] sorted = new long[0];
  private long memory;
  private final long cores;
  private final long slots;
  private long cardMiB;

  /** Where percentages make amounts depend on cards of different size, there is no such bound. */
  private static final long MIXED_CARDS = -1;

  LowerBounds(FamilyAsk asks, SearchBudget budget) {
    this(asks, budget, true);
  }

  private LowerBounds(FamilyAsk asks, SearchBudget budget, boolean searchesIdeal) {
    this.asks = asks;
    this.budget = budget;
    this.searchesIdeal = searchesIdeal;
    this.leastMemory = new long[asks.size()];
    this.stepSlots = new long[asks.stepCount];
    this.stepCores = new long[asks.stepCount];
    for (int ask = 0; ask < asks.size(); ask++) {
      for (int step : asks.steps[ask]) {
        stepSlots[step] += asks.count[ask];
        stepCores[step] += (long) asks.count[ask] * leastCores(ask);
      }
    }
    this.cores = Arrays.stream(stepCores).max().orElse(0);
    this.slots = Arrays.stream(stepSlots).max().orElse(0);
  }

  /** In MiB. */
  long memory() {
    return memory;
  }

  /** In percent. */
  long cores() {
    return cores;
  }

  long slots() {
    return slots;
  }

  /**
   * Reads the bounds of the devices in the table, which must hold nothing of the pod itself.
   *
   * @return false where there is no plan: an ask finds too few devices by itself, or a step holds
   *     more than all devices together have left
   */
  boolean load(DeviceTable table) {
    cardMiB = cardMiB(table);
    for (int ask = 0; ask < asks.size(); ask++) {
      if (!findsDevices(table, ask)) {
        return false;
      }
    }
    memory = 0;
    for (int step = 0; step < asks.stepCount; step++) {
      long least = 0;
      for (int ask = 0; ask < asks.size(); ask++) {
        if (runsAt(ask, step)) {
          least = Math.addExact(least, leastMemory[ask]);
        }
      }
      if (least > asks.memoryRoom || !stepHasRoom(table, step, least)) {
        return false;
      }
      memory = Math.max(memory, least);
    }
    return true;
  }

  /**
   * The smallest footprint on unlimited devices as memory, cores and slots; null where it is not
   * known.
   */
  long @Nullable [] ideal() {
    if (!searchesIdeal || asks.coresOfCard || cardMiB == MIXED_CARDS) {
      return null;
    }
    long[] known = idealByCardMiB.computeIfAbsent(cardMiB, this::searchIdeal);
    return known.length == 0 ? null : known;
  }

  private long[] searchIdeal(long size) {
    FamilySearch search =
        new FamilySearch(asks, Indifferent.POLICY, budget, new LowerBounds(asks, budget, false));
    boolean solved = search.fitUnlimited(asks.picks, size) && search.proven();
    return solved
        ? new long[] {search.mergedMemory(), search.mergedCores(), search.mergedSlots()}
        : new long[0];
  }

  /** Whether the ask by itself finds its devices; notes the least memory that it can come to. */
  private boolean findsDevices(DeviceTable table, int ask) {
    if (sorted.length < table.size()) {
      sorted = new long[table.size()];
    }
    int found = 0;
    boolean sameEverywhere = true;
    boolean oneNumaNode = !asks.selection.numaBind() || asks.count[ask] == 1;
    for (int row = 0; row < table.size(); row++) {
      if (takes(table, ask, row)) {
        sorted[found] = table.need(ask, row);
        sameEverywhere &= sorted[found] == sorted[0];
        found++;
        oneNumaNode = oneNumaNode || numaNodeTakes(table, ask, row);
      }
    }
    if (found < asks.count[ask] || !oneNumaNode) {
      return false;
    }
    if (!sameEverywhere) {
      Arrays.sort(sorted, 0, found);
    }
    leastMemory[ask] = 0;
    for (int i = 0; i < asks.count[ask]; i++) {
      leastMemory[ask] = Math.addExact(leastMemory[ask], sorted[i]);
    }
    return true;
  }

  private boolean takes(DeviceTable table, int ask, int row) {
    return table.refusal(ask, row) == null && table.quotaAllows(ask, row);
  }

  /** Whether enough devices from this row on stand on the row's NUMA node. */
  private boolean numaNodeTakes(DeviceTable table, int ask, int row) {
    int numaNode = table.device(row).numaNode();
    int found = 0;
    for (int other = row; other < table.size() && found < asks.count[ask]; other++) {
      if (table.device(other).numaNode() == numaNode && takes(table, ask, other)) {
        found++;
      }
    }
    return found == asks.count[ask];
  }

  /**
   * Whether a step could have room if its asks could be cut up freely: cheap, and it spares the
   * search of most full nodes.
   */
  private boolean stepHasRoom(DeviceTable table, int step, long leastStepMemory) {
    long smallestMemory = Long.MAX_VALUE;
    int smallestCores = Integer.MAX_VALUE;
    int members = 0;
    for (int ask = 0; ask < asks.size(); ask++) {
      if (runsAt(ask, step)) {
        members++;
        smallestMemory = Math.min(smallestMemory, leastMemory[ask] / asks.count[ask]);
        smallestCores = Math.min(smallestCores, leastCores(ask));
      }
    }
    if (members <= 1) {
      return true;
    }
    long freeMemory = 0;
    long freeCores = 0;
    long places = 0;
    for (int row = 0; row < table.size(); row++) {
      Device device = table.device(row);
      long memoryHere = Math.max(0, device.memoryMiB() - table.othersMemory(row));
      long coresHere = Math.max(0, (long) device.cores() - table.othersCores(row));
      long placesHere = Math.min(members, Math.max(0, device.slots() - table.othersSlots(row)));
      if (asks.allMemoryIsMiB() && smallestMemory > 0) {
        placesHere = Math.min(placesHere, memoryHere / smallestMemory);
      }
      if (smallestCores > 0) {
        placesHere = Math.min(placesHere, coresHere / smallestCores);
      }
      places += placesHere;
      freeMemory = saturatedSum(freeMemory, memoryHere);
      freeCores += coresHere;
    }
    return places >= stepSlots[step]
        && freeMemory >= leastStepMemory
        && freeCores >= stepCores[step];
  }

  /** A percentage of a card not yet chosen comes to one core at least. */
  private int leastCores(int ask) {
    return asks.coresOfCard ? Math.min(1, asks.cores[ask]) : asks.cores[ask];
  }

  private boolean runsAt(int ask, int step) {
    for (int own : asks.steps[ask]) {
      if (own == step) {
        return true;
      }
    }
    return false;
  }

  private long cardMiB(DeviceTable table) {
    if (asks.allMemoryIsMiB() || table.size() == 0) {
      return 0;
    }
    long size = table.device(0).memoryMiB();
    for (int row = 1; row < table.size(); row++) {
      if (table.device(row).memoryMiB() != size) {
        return MIXED_CARDS;
      }
    }
    return size;
  }

  private static long saturatedSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** The order of devices does not matter for how small a plan can be. */
  private enum Indifferent implements PlacementPolicy {
    POLICY;

    @Override
    public double deviceScore(
        Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores) {
      return 0;
    }

    @Override
    public NumaOrder numaOrder() {
      return NumaOrder.TIE_BREAK;
    }

    @Override
    public double nodeScore(NodeSnapshot node, DeviceAmount merged) {
      return 0;
    }
  }
}
