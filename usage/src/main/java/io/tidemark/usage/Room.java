package io.tidemark.usage;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.snapshot.PodCharge;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether something that changed may let a waiting pod fit that did not fit before. */
final class Room {
  private Room() {}

  /** Whether any amount of a pod's charge is lower than it was, wherever it is counted. */
  static boolean isFreed(PodCharge before, @Nullable PodCharge after) {
    if (after == null || !before.node().equals(after.node())) {
      return true;
    }
    if (before.basis() == PodCharge.Basis.UNREADABLE
        && after.basis() != PodCharge.Basis.UNREADABLE) {
      return true;
    }
    if (!before.pod().quotaTraits().equals(after.pod().quotaTraits())) {
      return true;
    }
    for (Map.Entry<DeviceId, DeviceAmount> held : before.footprint().devices().entrySet()) {
      if (!held.getValue().fitsIn(after.footprint().on(held.getKey()))) {
        return true;
      }
    }
    for (Map.Entry<String, NamespaceAmount> held : before.footprint().namespace().entrySet()) {
      NamespaceAmount now = after.footprint().of(held.getKey());
      if (!held.getValue().max(now).equals(now)) {
        return true;
      }
    }
    for (Map.Entry<String, Integer> held : before.kubeletCounts().entrySet()) {
      if (held.getValue() > after.kubeletCounts().getOrDefault(held.getKey(), 0)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a node offers something that it did not. A handshake by itself does not: device plugins
   * renew it all the time; only one that ends a silence does.
   *
   * @param before null where the node was not known
   */
  static boolean isFreed(@Nullable NodeRecord before, NodeRecord after, Instant now) {
    for (FamilyInventory inventory : after.inventories().values()) {
      FamilyInventory known = before == null ? null : before.inventories().get(inventory.family());
      if (known == null
          || !known.devices().equals(inventory.devices())
          || !known.cordoned().equals(inventory.cordoned())
          || !Objects.equals(known.allocatable(), inventory.allocatable())
          || (known.handshake().stale(now, known.allocatable())
              && !inventory.handshake().stale(now, inventory.allocatable()))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a quota limits or selects otherwise; a new one only takes room away. */
  static boolean isFreed(@Nullable QuotaRecord before, QuotaRecord after) {
    return before != null
        && (!before.limits().equals(after.limits()) || !before.scopes().equals(after.scopes()));
  }
}
