package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.placement.PlacementPolicy;

/**
 * The rows of a {@link DeviceTable} that can take one ask, the best first: what raises the merged
 * footprint least (memory, then cores, then slots), so that the pod's own devices are reused before
 * others are touched; then the order of devices.
 */
final class Candidates {
  private final PlacementPolicy policy;
  private int size;
  private int[] rows = new int[0];
  private long[] addedMemory = new long[0];
  private int[] addedCores = new int[0];
  private int[] addedSlots = new int[0];
  private double[] scores = new double[0];

  Candidates(PlacementPolicy policy) {
    this.policy = policy;
  }

  int size() {
    return size;
  }

  /** The row at that rank, 0 for the best. */
  int row(int rank) {
    return rows[rank];
  }

  /** By how much the row at that rank would raise the merged footprint, in MiB. */
  long addedMemory(int rank) {
    return addedMemory[rank];
  }

  /** As {@link #addedMemory}, in percent. */
  int addedCores(int rank) {
    return addedCores[rank];
  }

  /** As {@link #addedMemory}, in slots. */
  int addedSlots(int rank) {
    return addedSlots[rank];
  }

  void fill(DeviceTable table, FamilyAsk asks, int ask) {
    if (rows.length < table.size()) {
      rows = new int[table.size()];
      addedMemory = new long[table.size()];
      addedCores = new int[table.size()];
      addedSlots = new int[table.size()];
      scores = new double[table.size()];
    }
    size = 0;
    int step = asks.steps[ask][0];
    for (int row = 0; row < table.size(); row++) {
      if (table.refusal(ask, row) == null && table.quotaAllows(ask, row)) {
        double score =
            policy.deviceScore(
                table.device(row),
                table.othersSlots(row) + table.ownSlots(step, row),
                table.othersMemory(row) + table.ownMemory(step, row),
                table.othersCores(row) + table.ownCores(step, row),
                table.need(ask, row),
                table.cores(ask, row));
        insert(
            table,
            row,
            table.addedMemory(ask, row),
            table.addedCores(ask, row),
            table.addedSlots(ask, row),
            score);
      }
    }
  }

  private void insert(DeviceTable table, int row, long memory, int cores, int slots, double score) {
    int at = size++;
    while (at > 0 && before(table, row, memory, cores, slots, score, at - 1)) {
      rows[at] = rows[at - 1];
      addedMemory[at] = addedMemory[at - 1];
      addedCores[at] = addedCores[at - 1];
      addedSlots[at] = addedSlots[at - 1];
      scores[at] = scores[at - 1];
      at--;
    }
    rows[at] = row;
    addedMemory[at] = memory;
    addedCores[at] = cores;
    addedSlots[at] = slots;
    scores[at] = score;
  }

  private boolean before(
      DeviceTable table, int row, long memory, int cores, int slots, double score, int other) {
    if (memory != addedMemory[other]) {
      return memory < addedMemory[other];
    }
    if (cores != addedCores[other]) {
      return cores < addedCores[other];
    }
    if (slots != addedSlots[other]) {
      return slots < addedSlots[other];
    }
    Device device = table.device(row);
    Device otherDevice = table.device(rows[other]);
    return DeviceOrder.compare(policy, device, score, otherDevice, scores[other]) < 0;
  }
}
