package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;

/** Another policy, with idle devices only or with well linked sets of them. */
record SetPolicy(
    PlacementPolicy order,
    boolean idleDevicesOnly,
    boolean prefersLinkedDevices,
    boolean highestIndexFirst)
    implements PlacementPolicy {
  static final SetPolicy MUTEX = new SetPolicy(FillPolicy.SPREAD, true, false, false);
  static final SetPolicy LINKED = new SetPolicy(FillPolicy.SPREAD, false, true, false);

  @Override
  public double deviceScore(
      Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores) {
    return order.deviceScore(device, usedSlots, usedMemory, usedCores, memory, cores);
  }

  @Override
  public NumaOrder numaOrder() {
    return order.numaOrder();
  }

  @Override
  public double nodeScore(NodeSnapshot node, DeviceAmount merged) {
    return order.nodeScore(node, merged);
  }
}
