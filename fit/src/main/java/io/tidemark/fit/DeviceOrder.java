package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.PlacementPolicy.NumaOrder;

/**
 * Which of two devices is taken first, by a policy's score and the place of NUMA nodes in it
 * (protocol, section 4.6). A total order: what remains equal goes to the highest NUMA node where
 * NUMA nodes take part at all, then by index, then to the lowest uuid.
 */
final class DeviceOrder {
  private DeviceOrder() {}

  /** Negative where {@code a} is taken before {@code b}. */
  static int compare(PlacementPolicy policy, Device a, double scoreA, Device b, double scoreB) {
    NumaOrder numaOrder = policy.numaOrder();
    int byNuma =
        switch (numaOrder) {
          case IGNORED, TIE_BREAK -> 0;
          case LOWEST_FIRST -> Integer.compare(a.numaNode(), b.numaNode());
          case HIGHEST_FIRST -> Integer.compare(b.numaNode(), a.numaNode());
        };
    if (byNuma != 0) {
      return byNuma;
    }
    int byScore = Double.compare(scoreB, scoreA);
    if (byScore != 0) {
      return byScore;
    }
    int tie = numaOrder == NumaOrder.IGNORED ? 0 : Integer.compare(b.numaNode(), a.numaNode());
    if (tie == 0) {
      tie =
          policy.highestIndexFirst()
              ? Integer.compare(b.index(), a.index())
              : Integer.compare(a.index(), b.index());
    }
    return tie == 0 ? a.id().uuid().compareTo(b.id().uuid()) : tie;
  }
}
