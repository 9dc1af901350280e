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
    /** Not at all. */
    IGNORED,
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
   * Which of two devices is taken first that nothing else tells apart: the one with the higher
   * index, or else the one with the lower.
   */
  default boolean highestIndexFirst() {
    return false;
  }

  /**
   * A filter, not an order: each container takes only devices on which nothing else runs, neither
   * of other pods nor of this one at the same time. Who comes later may join it there.
   */
  default boolean idleDevicesOnly() {
    return false;
  }

  /**
   * Whether of all sets of devices for a container the one with the highest sum of {@link
   * io.tidemark.api.model.PairScores} is preferred; a container with one device takes the one with
   * the lowest sum to the others that it could take. Device scores decide between equal sums.
   */
  default boolean prefersLinkedDevices() {
    return false;
  }

  /**
   * How much a node is preferred; of two nodes the one with the larger value is taken.
   *
   * @param merged the pod's footprint on the node, see {@link NodePlan#merged}
   */
  double nodeScore(NodeSnapshot node, DeviceAmount merged);
}
