package io.tidemark.api.snapshot;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One node and what is charged on it, at one moment. Immutable; a node that did not change keeps
 * its instance from one snapshot to the next, so identity means "unchanged".
 *
 * <p>The devices of all families stand in one list, families in the order of their words. Usage is
 * held in plain arrays beside it, because fit reads it for every device of every node.
 */
public final class NodeSnapshot {
  private final String name;
  private final @Nullable NodeRecord node;
  private final List<Device> devices;
  private final Map<String, Range> ranges;
  private final int[] usedSlots;
  private final long[] usedMemory;
  private final int[] usedCores;
  private final Map<DeviceId, DeviceAmount> unregistered;
  private final Map<String, Integer> kubeletCounts;
  private final List<PodCharge> charges;
  private final List<PodKey> closedBy;
  private final DeviceAmount capacityTotal;
  private final DeviceAmount usedTotal;

  /** The place of one family's devices in {@link #devices()}: from inclusive, to exclusive. */
  public record Range(int from, int to) {
    public static final Range EMPTY = new Range(0, 0);

    public int size() {
      return to - from;
    }
  }

  /**
   * @param node null for a node that is gone, or was not seen yet, while pods are still charged
   * @param used by device, also of devices that the node does not register
   * @param closedBy bound pods whose allocation cannot be read
   */
  public NodeSnapshot(
      String name,
      @Nullable NodeRecord node,
      Map<DeviceId, DeviceAmount> used,
      Map<String, Integer> kubeletCounts,
      List<PodCharge> charges,
      List<PodKey> closedBy) {
    this.name = name;
    this.node = node;
    this.kubeletCounts = Collections.unmodifiableMap(new TreeMap<>(kubeletCounts));
    this.charges = List.copyOf(charges);
    this.closedBy = List.copyOf(closedBy);
    List<Device> all = new ArrayList<>();
    this.ranges = new LinkedHashMap<>();
    if (node != null) {
      for (FamilyInventory inventory : node.inventories().values()) {
        int from = all.size();
        all.addAll(inventory.devices());
        ranges.put(inventory.family(), new Range(from, all.size()));
      }
    }
    this.devices = List.copyOf(all);
    this.usedSlots = new int[all.size()];
    this.usedMemory = new long[all.size()];
    this.usedCores = new int[all.size()];
    Map<DeviceId, DeviceAmount> stray = new LinkedHashMap<>(used);
    DeviceAmount capacity = DeviceAmount.ZERO;
    DeviceAmount total = DeviceAmount.ZERO;
    for (int i = 0; i < all.size(); i++) {
      DeviceAmount amount = used.getOrDefault(all.get(i).id(), DeviceAmount.ZERO);
      usedSlots[i] = amount.slots();
      usedMemory[i] = amount.memoryMiB();
      usedCores[i] = amount.cores();
      stray.remove(all.get(i).id());
      capacity = capacity.plusCapped(all.get(i).capacity());
      total = total.plusCapped(amount);
    }
    stray.values().removeIf(DeviceAmount::isZero);
    this.unregistered = Collections.unmodifiableMap(stray);
    this.capacityTotal = capacity;
    this.usedTotal = total;
  }

  public String name() {
    return name;
  }

  /** The node as last seen; null where it is gone or was never seen. */
  public @Nullable NodeRecord node() {
    return node;
  }

  public List<Device> devices() {
    return devices;
  }

  /** Where a family's devices stand in {@link #devices()}; empty where the node has none. */
  public Range range(String family) {
    return ranges.getOrDefault(family, Range.EMPTY);
  }

  /** The family's inventory; null where the node does not register the family. */
  public @Nullable FamilyInventory inventory(String family) {
    return node == null ? null : node.inventories().get(family);
  }

  /** The place of a device in {@link #devices()}, or -1 where the node does not register it. */
  public int indexOf(DeviceId id) {
    Range range = range(id.family());
    for (int i = range.from(); i < range.to(); i++) {
      if (devices.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  public int usedSlots(int device) {
    return usedSlots[device];
  }

  /** In MiB. */
  public long usedMemory(int device) {
    return usedMemory[device];
  }

  /** In percent. */
  public int usedCores(int device) {
    return usedCores[device];
  }

  public DeviceAmount used(int device) {
    return new DeviceAmount(usedSlots[device], usedMemory[device], usedCores[device]);
  }

  /** What is free on a device; negative on one that is over-full. */
  public DeviceAmount free(int device) {
    return devices.get(device).capacity().minus(used(device));
  }

  /** Charges on devices that the node does not register; they count once the device appears. */
  public Map<DeviceId, DeviceAmount> unregistered() {
    return unregistered;
  }

  /** The devices that the kubelet holds for pods of this node that have not ended. */
  public int kubeletCount(String family) {
    return kubeletCounts.getOrDefault(family, 0);
  }

  /** The pods that are charged here, in the order in which they came. */
  public List<PodCharge> charges() {
    return charges;
  }

  /** Bound pods whose allocation cannot be read; while there is one, nothing new is placed here. */
  public List<PodKey> closedBy() {
    return closedBy;
  }

  /** The sum over all registered devices of all families, see {@link DeviceAmount#plusCapped}. */
  public DeviceAmount capacityTotal() {
    return capacityTotal;
  }

  /** The sum of usage over all registered devices, see {@link DeviceAmount#plusCapped}. */
  public DeviceAmount usedTotal() {
    return usedTotal;
  }
}
