package io.tidemark.scoring;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;

/**
 * Prefers by how full a device, or a node, would be (protocol, sections 4.6 and 4.7). Scores are
 * finite: a device or node without slots, cores or memory scores 0.
 */
final class UtilizationPolicy implements PlacementPolicy {
  /** HAMi's scale of scores, in its events and logs too. */
  private static final double SCALE = 10;

  private final NodePolicy nodePolicy;
  private final DevicePolicy.Load load;
  private final NumaOrder numaOrder;
  private final double slotWeight;
  private final double coreWeight;
  private final double memoryWeight;

  UtilizationPolicy(
      NodePolicy nodePolicy,
      DevicePolicy.Load load,
      NumaOrder numaOrder,
      DeviceWeights deviceWeights) {
    this.nodePolicy = nodePolicy;
    this.load = load;
    this.numaOrder = numaOrder;
    this.slotWeight = deviceWeights.slot();
    this.coreWeight = deviceWeights.core();
    this.memoryWeight = deviceWeights.memory();
  }

  @Override
  public double deviceScore(
      Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores) {
    if (load == DevicePolicy.Load.IGNORED
        || device.slots() == 0
        || device.cores() == 0
        || device.memoryMiB() == 0) {
      return 0;
    }
    double utilization =
        SCALE
            * (slotWeight * (usedSlots + 1.0) / device.slots()
                + coreWeight * ((double) usedCores + cores) / device.cores()
                + memoryWeight * ((double) usedMemory + memory) / device.memoryMiB());
    return load == DevicePolicy.Load.MOST_FIRST ? utilization : negated(utilization);
  }

  @Override
  public NumaOrder numaOrder() {
    return numaOrder;
  }

  /** Weights do not take part, as in HAMi: they are for choosing among a node's devices. */
  @Override
  public double nodeScore(NodeSnapshot node, DeviceAmount merged) {
    DeviceAmount capacity = node.capacityTotal();
    if (capacity.slots() == 0 || capacity.cores() == 0 || capacity.memoryMiB() == 0) {
      return 0;
    }
    DeviceAmount used = node.usedTotal();
    double utilization =
        SCALE
            * (((double) used.slots() + merged.slots()) / capacity.slots()
                + ((double) used.cores() + merged.cores()) / capacity.cores()
                + ((double) used.memoryMiB() + merged.memoryMiB()) / capacity.memoryMiB());
    return nodePolicy == NodePolicy.BINPACK ? utilization : negated(utilization);
  }

  /** Never the negative zero, which the total order of doubles puts below zero. */
  private static double negated(double utilization) {
    return 0.0 - utilization;
  }

  @Override
  public String toString() {
    return "node " + nodePolicy + ", devices " + load + ", NUMA " + numaOrder;
  }
}
