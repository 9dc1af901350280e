package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.PairScores;
import io.tidemark.api.placement.DeviceRules;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.placement.SelectionRules;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The devices of one family on one node that the pod may be given at all, with what other pods hold
 * on them and what the pod's own containers hold at each of its steps. Rows are numbered from 0 in
 * the node's order. Mutable, reused from node to node, for one thread.
 */
final class DeviceTable {
  private final FamilyAsk asks;
  private int size;
  private Device[] devices = new Device[0];
  private int[] places = new int[0];
  private int firstPlace;
  private PairScores pairScores = PairScores.NONE;
  private int[] othersSlots = new int[0];
  private long[] othersMemory = new long[0];
  private int[] othersCores = new int[0];

  /** What an ask comes to on a row, in MiB; by ask, then row. */
  private long[] needs = new long[0];

  /** What the pod's own containers hold at a step; by step, then row. */
  private int[] ownSlots = new int[0];

  private long[] ownMemory = new long[0];
  private int[] ownCores = new int[0];

  /** The maximum of the own use over the steps; by row. */
  private int[] peakSlots = new int[0];

  private long[] peakMemory = new long[0];
  private int[] peakCores = new int[0];

  /** What a step holds over all rows, in MiB. */
  private final long[] stepMemory;

  private long mergedMemory;
  private long mergedCores;
  private long mergedSlots;

  DeviceTable(FamilyAsk asks) {
    this.asks = asks;
    this.stepMemory = new long[asks.stepCount];
  }

  /**
   * @param othersCount false to look at the node as if no other pod were there
   */
  void load(NodeSnapshot node, FamilyInventory inventory, boolean othersCount) {
    NodeSnapshot.Range range = node.range(inventory.family());
    List<Device> all = node.devices();
    reserve(range.size());
    firstPlace = range.from();
    pairScores = inventory.pairScores();
    size = 0;
    for (int place = range.from(); place < range.to(); place++) {
      Device device = all.get(place);
      if (SelectionRules.refusal(inventory, device, asks.selection) == null) {
        devices[size] = device;
        places[size] = place;
        othersSlots[size] = othersCount ? node.usedSlots(place) : 0;
        othersMemory[size] = othersCount ? node.usedMemory(place) : 0;
        othersCores[size] = othersCount ? node.usedCores(place) : 0;
        size++;
      }
    }
    clear();
    fillNeeds();
  }

  /** Loads that many devices of one size without any limit; they take whatever is asked. */
  void loadUnlimited(int count, long cardMiB) {
    reserve(count);
    pairScores = PairScores.NONE;
    size = count;
    for (int row = 0; row < count; row++) {
      devices[row] =
          new Device(
              new DeviceId(asks.family.word(), Integer.toString(row)),
              row,
              "",
              Long.MAX_VALUE,
              Integer.MAX_VALUE,
              Integer.MAX_VALUE,
              0,
              true,
              "");
      places[row] = row;
      othersSlots[row] = 0;
      othersMemory[row] = 0;
      othersCores[row] = 0;
    }
    clear();
    for (int ask = 0; ask < asks.size(); ask++) {
      Arrays.fill(needs, ask * size, (ask + 1) * size, asks.memory[ask].onDevice(cardMiB));
    }
  }

  int size() {
    return size;
  }

  Device device(int row) {
    return devices[row];
  }

  /** The row's place in {@link NodeSnapshot#devices}. */
  int place(int row) {
    return places[row];
  }

  /** How well two different rows are linked. */
  int pairScore(int row, int other) {
    return pairScores.of(places[row] - firstPlace, places[other] - firstPlace);
  }

  int othersSlots(int row) {
    return othersSlots[row];
  }

  long othersMemory(int row) {
    return othersMemory[row];
  }

  int othersCores(int row) {
    return othersCores[row];
  }

  int ownSlots(int step, int row) {
    return ownSlots[step * size + row];
  }

  long ownMemory(int step, int row) {
    return ownMemory[step * size + row];
  }

  int ownCores(int step, int row) {
    return ownCores[step * size + row];
  }

  /** What an ask comes to on a row, in MiB. */
  long need(int ask, int row) {
    return needs[ask * size + row];
  }

  /** What an ask is charged on a row, in what the card registers as its cores. */
  int cores(int ask, int row) {
    return asks.coresOn(ask, devices[row]);
  }

  long mergedMemory() {
    return mergedMemory;
  }

  long mergedCores() {
    return mergedCores;
  }

  long mergedSlots() {
    return mergedSlots;
  }

  /** Why a row cannot take an ask beside what it holds already; null where it can. */
  @Nullable RefusalCode refusal(int ask, int row) {
    for (int step : asks.steps[ask]) {
      RefusalCode code = refusal(ask, row, step);
      if (code != null) {
        return code;
      }
    }
    return asks.family.sharing().sameSize() && !sameSize(ask, row)
        ? RefusalCode.CUSTOM_FILTER_RULE
        : null;
  }

  /** Whether what the pod's containers hold on the row at any step has the size of the ask. */
  private boolean sameSize(int ask, int row) {
    for (int own = row; own < asks.stepCount * size; own += size) {
      if (ownMemory[own] != ownSlots[own] * need(ask, row)) {
        return false;
      }
    }
    return true;
  }

  /** {@link #refusal(int, int)} at one of the ask's steps. */
  @Nullable RefusalCode refusal(int ask, int row, int step) {
    int own = step * size + row;
    return DeviceRules.refusal(
        asks.family.sharing(),
        asks.idleOnly,
        devices[row],
        othersSlots[row] + ownSlots[own],
        othersMemory[row] + ownMemory[own],
        othersCores[row] + ownCores[own],
        need(ask, row),
        cores(ask, row));
  }

  /** Whether the pod's quota lets the ask's steps hold that much more. */
  boolean quotaAllows(int ask, int row) {
    if (asks.memoryRoom == Long.MAX_VALUE) {
      return true;
    }
    for (int step : asks.steps[ask]) {
      if (stepMemory[step] + need(ask, row) > asks.memoryRoom) {
        return false;
      }
    }
    return true;
  }

  void add(int ask, int row) {
    change(ask, row, 1);
  }

  void remove(int ask, int row) {
    change(ask, row, -1);
  }

  private void change(int ask, int row, int sign) {
    long memory = sign * need(ask, row);
    int taken = sign * cores(ask, row);
    for (int step : asks.steps[ask]) {
      int own = step * size + row;
      ownSlots[own] += sign;
      ownMemory[own] += memory;
      ownCores[own] += taken;
      stepMemory[step] += memory;
    }
    int slots = 0;
    long peak = 0;
    int cores = 0;
    for (int own = row; own < asks.stepCount * size; own += size) {
      slots = Math.max(slots, ownSlots[own]);
      peak = Math.max(peak, ownMemory[own]);
      cores = Math.max(cores, ownCores[own]);
    }
    mergedSlots += slots - peakSlots[row];
    mergedMemory += peak - peakMemory[row];
    mergedCores += cores - peakCores[row];
    peakSlots[row] = slots;
    peakMemory[row] = peak;
    peakCores[row] = cores;
  }

  /** By how much an ask on a row would raise the merged footprint, in MiB. */
  long addedMemory(int ask, int row) {
    long most = peakMemory[row];
    for (int step : asks.steps[ask]) {
      most = Math.max(most, ownMemory[step * size + row] + need(ask, row));
    }
    return most - peakMemory[row];
  }

  /** By how much an ask on a row would raise the merged footprint, in percent. */
  int addedCores(int ask, int row) {
    int most = peakCores[row];
    for (int step : asks.steps[ask]) {
      most = Math.max(most, ownCores[step * size + row] + cores(ask, row));
    }
    return most - peakCores[row];
  }

  /** By how much an ask on a row would raise the merged footprint, in slots. */
  int addedSlots(int ask, int row) {
    int most = peakSlots[row];
    for (int step : asks.steps[ask]) {
      most = Math.max(most, ownSlots[step * size + row] + 1);
    }
    return most - peakSlots[row];
  }

  /** Whether it makes no difference to any amount which of the two rows is taken. */
  boolean alike(int a, int b) {
    if (devices[a].memoryMiB() != devices[b].memoryMiB()
        || devices[a].cores() != devices[b].cores()
        || devices[a].slots() != devices[b].slots()
        || (asks.selection.numaBind() && devices[a].numaNode() != devices[b].numaNode())
        || othersMemory[a] != othersMemory[b]
        || othersCores[a] != othersCores[b]
        || othersSlots[a] != othersSlots[b]) {
      return false;
    }
    for (int from = 0; from < asks.stepCount * size; from += size) {
      if (ownMemory[from + a] != ownMemory[from + b]
          || ownCores[from + a] != ownCores[from + b]
          || ownSlots[from + a] != ownSlots[from + b]) {
        return false;
      }
    }
    return true;
  }

  /** What other pods leave free on a row. */
  DeviceAmount free(int row) {
    return devices[row]
        .capacity()
        .minus(new DeviceAmount(othersSlots[row], othersMemory[row], othersCores[row]));
  }

  /** Takes all of the pod's own containers off. */
  void clear() {
    int own = asks.stepCount * size;
    Arrays.fill(ownSlots, 0, own, 0);
    Arrays.fill(ownMemory, 0, own, 0);
    Arrays.fill(ownCores, 0, own, 0);
    Arrays.fill(peakSlots, 0, size, 0);
    Arrays.fill(peakMemory, 0, size, 0);
    Arrays.fill(peakCores, 0, size, 0);
    Arrays.fill(stepMemory, 0);
    mergedMemory = 0;
    mergedCores = 0;
    mergedSlots = 0;
  }

  private void fillNeeds() {
    for (int ask = 0; ask < asks.size(); ask++) {
      for (int row = 0; row < size; row++) {
        needs[ask * size + row] = asks.memory[ask].onDevice(devices[row].memoryMiB());
      }
    }
  }

  private void reserve(int rows) {
    if (rows <= devices.length) {
      return;
    }
    devices = new Device[rows];
    places = new int[rows];
    othersSlots = new int[rows];
    othersMemory = new long[rows];
    othersCores = new int[rows];
    needs = new long[Math.multiplyExact(rows, asks.size())];
    int own = Math.multiplyExact(rows, asks.stepCount);
    ownSlots = new int[own];
    ownMemory = new long[own];
    ownCores = new int[own];
    peakSlots = new int[rows];
    peakMemory = new long[rows];
    peakCores = new int[rows];
  }
}
