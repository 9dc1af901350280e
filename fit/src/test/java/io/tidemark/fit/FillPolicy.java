package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;

/** Prefers full or empty cards by their share of memory, then of slots. */
public record FillPolicy(boolean fullFirst, NumaOrder numaOrder) implements PlacementPolicy {
  public static final FillPolicy BINPACK = new FillPolicy(true, NumaOrder.TIE_BREAK);
  public static final FillPolicy SPREAD = new FillPolicy(false, NumaOrder.TIE_BREAK);

  @Override
  public double deviceScore(
      Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores) {
    double fill =
        (double) (usedMemory + memory) / device.memoryMiB()
            + (usedSlots + 1.0) / device.slots() / 1000;
    return fullFirst ? fill : -fill;
  }

  @Override
  public double nodeScore(NodeSnapshot node, DeviceAmount merged) {
    return 0;
  }
}
