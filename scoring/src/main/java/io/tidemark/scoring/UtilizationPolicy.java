package io.tidemark.scoring;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;

/**
 * Prefers by how full a device, or a node, would be (protocol, sections 4.6 and 4.7).
 *
 * <p>A resource of which a device or node has none, as the cores of a family that counts none, says
 * nothing about how full it is: the others stand in for it. HAMi scores such a device 0, full or
 * empty, so that they pile up. Scores are finite.
 */
final class UtilizationPolicy implements PlacementPolicy {
  /** HAMi's scale of scores, in its events and logs too. */
  private static final double SCALE = 10;

  private final NodePolicy nodePolicy;
  private final DevicePolicy devicePolicy;
  private final NumaOrder numaOrder;
  private final double slotWeight;
  private final double coreWeight;
  private final double memoryWeight;

  /**
   * @param numaBind the pod binds its devices to one NUMA node
   */
  UtilizationPolicy(
      NodePolicy nodePolicy,
      DevicePolicy devicePolicy,
      boolean numaBind,
      DeviceWeights deviceWeights) {
    this.nodePolicy = nodePolicy;
    this.devicePolicy = devicePolicy;
    this.numaOrder = numaBind ? devicePolicy.boundNumaOrder() : devicePolicy.numaOrder();
    this.slotWeight = deviceWeights.slot();
    this.coreWeight = deviceWeights.core();
    this.memoryWeight = deviceWeights.memory();
  }

  @Override
  public double deviceScore(
      Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores) {
    if (devicePolicy.load() == DevicePolicy.Load.IGNORED) {
      return 0;
    }
    double utilization =
        utilization(
            slotWeight,
            usedSlots + 1.0,
            device.slots(),
            coreWeight,
            (double) usedCores + cores,
            device.cores(),
            memoryWeight,
            (double) usedMemory + memory,
            device.memoryMiB());
    return devicePolicy.load() == DevicePolicy.Load.MOST_FIRST ? utilization : negated(utilization);
  }

  @Override
  public NumaOrder numaOrder() {
    return numaOrder;
  }

  @Override
  public boolean highestIndexFirst() {
    return devicePolicy.highestIndexFirst();
  }

  @Override
  public boolean idleDevicesOnly() {
    return devicePolicy.idleOnly();
  }

  @Override
  public boolean prefersLinkedDevices() {
    return devicePolicy.linked();
  }

  /** Weights do not take part, as in HAMi: they are for choosing among a node's devices. */
  @Override
  public double nodeScore(NodeSnapshot node, DeviceAmount merged) {
    DeviceAmount capacity = node.capacityTotal();
    DeviceAmount used = node.usedTotal();
    double utilization =
        utilization(
            1,
            (double) used.slots() + merged.slots(),
            capacity.slots(),
            1,
            (double) used.cores() + merged.cores(),
            capacity.cores(),
            1,
            (double) used.memoryMiB() + merged.memoryMiB(),
            capacity.memoryMiB());
    return nodePolicy == NodePolicy.BINPACK ? utilization : negated(utilization);
  }

  /** The weighted sum of the used parts; what has no capacity leaves its weight to the others. */
  private static double utilization(
      double slotWeight,
      double slots,
      double allSlots,
      double coreWeight,
      double cores,
      double allCores,
      double memoryWeight,
      double memory,
      double allMemory) {
    double sum = 0;
    double weight = 0;
    if (allSlots > 0) {
      sum += slotWeight * slots / allSlots;
      weight += slotWeight;
    }
    if (allCores > 0) {
      sum += coreWeight * cores / allCores;
      weight += coreWeight;
    }
    if (allMemory > 0) {
      sum += memoryWeight * memory / allMemory;
      weight += memoryWeight;
    }
    double allWeight = slotWeight + coreWeight + memoryWeight;
    return weight == 0 ? 0 : SCALE * sum * (allWeight / weight);
  }

  /** Never the negative zero, which the total order of doubles puts below zero. */
  private static double negated(double utilization) {
    return 0.0 - utilization;
  }

  @Override
  public String toString() {
    return "node " + nodePolicy + ", " + devicePolicy + ", NUMA " + numaOrder;
  }
}
