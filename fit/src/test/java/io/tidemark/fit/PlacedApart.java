package io.tidemark.fit;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.DeviceRules;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.SelectionRules;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Placement as HAMi does it (protocol, section 5): each init container alone on a fresh copy of the
 * node, the apps one after another on another one, each time the devices that the policy prefers.
 */
final class PlacedApart {
  private static final String WORD = "NVIDIA";

  private PlacedApart() {}

  /** Null where a container finds no place so. */
  static @Nullable PodAllocation allocation(
      NodeSnapshot node, PodRecord pod, PlacementPolicy policy) {
    List<List<DeviceShare>> slots = new ArrayList<>();
    DeviceAmount[] apps = copy(node);
    for (int i = 0; i < pod.containers().size(); i++) {
      Demand demand = pod.containers().get(i).demands().get(WORD);
      boolean app = pod.containers().get(i).kind() == ContainerKind.APP;
      List<DeviceShare> shares =
          demand == null ? List.of() : place(node, pod, demand, app ? apps : copy(node), policy);
      if (shares == null) {
        return null;
      }
      slots.add(shares);
    }
    return new PodAllocation(Map.of(WORD, slots));
  }

  private static DeviceAmount[] copy(NodeSnapshot node) {
    DeviceAmount[] used = new DeviceAmount[node.devices().size()];
    for (int i = 0; i < used.length; i++) {
      used[i] = node.used(i);
    }
    return used;
  }

  private static @Nullable List<DeviceShare> place(
      NodeSnapshot node,
      PodRecord pod,
      Demand demand,
      DeviceAmount[] used,
      PlacementPolicy policy) {
    FamilyInventory inventory = Objects.requireNonNull(node.inventory(WORD));
    List<DeviceShare> shares = new ArrayList<>();
    boolean[] taken = new boolean[used.length];
    int numaNode = -1;
    while (shares.size() < demand.count()) {
      int best = -1;
      double bestScore = 0;
      for (int i = 0; i < used.length; i++) {
        Device device = node.devices().get(i);
        long memory = demand.memory().onDevice(device.memoryMiB());
        boolean fits =
            !taken[i]
                && SelectionRules.refusal(inventory, device, pod.selection(WORD)) == null
                && (numaNode < 0 || device.numaNode() == numaNode)
                && DeviceRules.refusal(
                        Families.BUNDLED.require(WORD).sharing(),
                        device,
                        used[i].slots(),
                        used[i].memoryMiB(),
                        used[i].cores(),
                        memory,
                        demand.cores())
                    == null;
        if (fits) {
          double score =
              policy.deviceScore(
                  device,
                  used[i].slots(),
                  used[i].memoryMiB(),
                  used[i].cores(),
                  memory,
                  demand.cores());
          if (best < 0 || score > bestScore) {
            best = i;
            bestScore = score;
          }
        }
      }
      if (best < 0) {
        return null;
      }
      Device device = node.devices().get(best);
      DeviceShare share =
          new DeviceShare(
              device.id().uuid(), demand.memory().onDevice(device.memoryMiB()), demand.cores());
      shares.add(share);
      taken[best] = true;
      used[best] = used[best].plus(share.amount());
      if (pod.selection(WORD).numaBind()) {
        numaNode = device.numaNode();
      }
    }
    return shares;
  }
}
