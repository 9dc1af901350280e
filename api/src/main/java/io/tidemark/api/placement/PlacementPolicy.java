package io.tidemark.api.placement;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.snapshot.NodeSnapshot;

/**
 * Which device, and which node, is the better one for a pod. Made by scoring, passed by reference,
 * and called by fit as a plain method in its inner loop. Implementations are pure and immutable.
 */
public interface PlacementPolicy {
  /** How NUMA nodes take part in the order of devices. */
  enum NumaOrder {
    /** Only between equal scores, highest NUMA node first. */
    TIE_BREAK,
    /** Before the score, lowest NUMA node first. */
    LOWEST_FIRST,
    /** Before the score, highest NUMA node first. */
    HIGHEST_FIRST
  }

  /**
   * How much a device is preferred; of two devices the one with the larger value is taken first.
   *
   * @param usedSlots containers on the device, those of the pod's earlier picks included
   * @param usedMemory in MiB, as {@code usedSlots}
   * @param usedCores in percent, as {@code usedSlots}
   * @param memory what the container asks on this device, in MiB
   * @param cores what the container asks on this device, in percent
   */
  double deviceScore(
      Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores);

  NumaOrder numaOrder();

  /**
   * How much a node is preferred; of two nodes the one with the larger value is taken.
   *
   * @param merged the pod's footprint on the node, see {@link NodePlan#merged}
   */
  double nodeScore(NodeSnapshot node, DeviceAmount merged);
}
