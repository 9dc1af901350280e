package io.tidemark.usage;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One node: what it registers, and the sums of what is charged on it. */
final class NodeTotals {
  private final String name;
  private final Tally<DeviceId, DeviceAmount> used = Tally.byDevice();
  private final Tally<String, Integer> kubeletCounts = Tally.counts();
  private final Map<String, PodCharge> charges = new LinkedHashMap<>();
  private final Map<String, PodKey> unreadable = new LinkedHashMap<>();
  private @Nullable NodeRecord node;
  private Map<DeviceId, Device> registered = Map.of();

  NodeTotals(String name) {
    this.name = name;
  }

  @Nullable NodeRecord node() {
    return node;
  }

  /**
   * @param seen null for a node that is gone, whose charges stay
   */
  void setNode(@Nullable NodeRecord seen) {
    Map<DeviceId, Device> devices = new LinkedHashMap<>();
    if (seen != null) {
      for (FamilyInventory inventory : seen.inventories().values()) {
        inventory.devices().forEach(device -> devices.put(device.id(), device));
      }
    }
    node = seen;
    registered = devices;
  }

  /** The devices that the node registers; empty for a node that is gone or was never seen. */
  Map<DeviceId, Device> registered() {
    return Collections.unmodifiableMap(registered);
  }

  /** The device as the node registers it; null where it does not. */
  @Nullable Device registered(DeviceId device) {
    return registered.get(device);
  }

  DeviceAmount used(DeviceId device) {
    return used.sum(device);
  }

  /** In the order in which they came. */
  Collection<PodCharge> charges() {
    return Collections.unmodifiableCollection(charges.values());
  }

  /** Whether there is nothing to remember of the node. */
  boolean isEmpty() {
    return node == null && charges.isEmpty();
  }

  /**
   * Changes nothing.
   *
   * @throws ArithmeticException where {@link #exchange} would throw
   */
  void requireRoom(@Nullable PodCharge before, PodCharge after) {
    used.requireRoom(devices(before), after.footprint().devices());
    kubeletCounts.requireRoom(counts(before), after.kubeletCounts());
  }

  /** Takes one charge of a pod out and puts another in; null for none. */
  void exchange(@Nullable PodCharge before, @Nullable PodCharge after) {
    used.exchange(devices(before), devices(after));
    kubeletCounts.exchange(counts(before), counts(after));
    if (after != null) {
      charges.put(after.pod().uid(), after);
    } else if (before != null) {
      charges.remove(before.pod().uid());
    }
    if (after != null && after.basis() == PodCharge.Basis.UNREADABLE) {
      unreadable.put(after.pod().uid(), after.pod().key());
    } else if (before != null) {
      unreadable.remove(before.pod().uid());
    }
  }

  NodeSnapshot snapshot() {
    return new NodeSnapshot(
        name,
        node,
        used.sums(),
        kubeletCounts.sums(),
        List.copyOf(charges.values()),
        List.copyOf(unreadable.values()));
  }

  private static Map<DeviceId, DeviceAmount> devices(@Nullable PodCharge charge) {
    return charge == null ? Map.of() : charge.footprint().devices();
  }

  private static Map<String, Integer> counts(@Nullable PodCharge charge) {
    return charge == null ? Map.of() : charge.kubeletCounts();
  }
}
