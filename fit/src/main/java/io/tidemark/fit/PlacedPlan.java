package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A plan as places in the node's list of devices; the allocation is made of it when asked for. */
final class PlacedPlan implements NodePlan {
  private final PodAsk ask;
  private final NodeSnapshot node;
  private final DeviceAmount merged;

  /** Family by family, ask by ask. */
  private final int[] picks;

  /**
   * @param picks kept, not copied
   */
  PlacedPlan(PodAsk ask, NodeSnapshot node, DeviceAmount merged, int[] picks) {
    this.ask = ask;
    this.node = node;
    this.merged = merged;
    this.picks = picks;
  }

  @Override
  public NodeSnapshot node() {
    return node;
  }

  @Override
  public DeviceAmount merged() {
    return merged;
  }

  /** One slot per container for every family that the pod asks for, devices in the node's order. */
  @Override
  public PodAllocation allocation() {
    int containers = ask.pod().containers().size();
    Map<String, List<List<DeviceShare>>> slotsByFamily = new TreeMap<>();
    int next = 0;
    for (FamilyAsk family : ask.families()) {
      List<List<DeviceShare>> slots =
          new ArrayList<>(Collections.nCopies(containers, List.<DeviceShare>of()));
      for (int i = 0; i < family.size(); i++) {
        int[] places = Arrays.copyOfRange(picks, next, next + family.count[i]);
        next += places.length;
        Arrays.sort(places);
        slots.set(family.container[i], shares(family, i, places));
      }
      slotsByFamily.put(family.family.word(), slots);
    }
    return new PodAllocation(slotsByFamily);
  }

  private List<DeviceShare> shares(FamilyAsk family, int index, int[] places) {
    List<DeviceShare> shares = new ArrayList<>(places.length);
    for (int place : places) {
      Device device = node.devices().get(place);
      shares.add(
          new DeviceShare(
              device.id().uuid(),
              family.memory[index].onDevice(device.memoryMiB()),
              family.coresOn(index, device)));
    }
    return shares;
  }

  @Override
  public String toString() {
    return node.name() + " " + allocation();
  }
}
