package io.tidemark.api.placement;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.FamilyInventory;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a device may be given to a pod at all, whatever is on it (protocol, section 4.5, rows 1
 * to 5).
 */
public final class SelectionRules {
  private SelectionRules() {}

  /** Null where the device may be given. */
  public static @Nullable RefusalCode refusal(
      FamilyInventory inventory, Device device, DeviceSelection selection) {
    if (!device.healthy()) {
      return RefusalCode.CARD_NOT_HEALTHY;
    }
    if (inventory.cordoned().contains(device.id().uuid())) {
      return RefusalCode.CARD_CORDONED;
    }
    if (selection == DeviceSelection.NONE) {
      return null;
    }
    if (!typeAllowed(device, selection)) {
      return RefusalCode.CARD_TYPE_MISMATCH;
    }
    String uuid = device.id().uuid();
    if ((!selection.useUuids().isEmpty() && !selection.useUuids().contains(uuid))
        || selection.avoidUuids().contains(uuid)) {
      return RefusalCode.CARD_UUID_MISMATCH;
    }
    return null;
  }

  private static boolean typeAllowed(Device device, DeviceSelection selection) {
    return (selection.useTypes().isEmpty() || matchesAny(device.model(), selection.useTypes()))
        && !matchesAny(device.model(), selection.avoidTypes())
        && (selection.mode().isEmpty() || selection.mode().contains(device.mode()));
  }

  private static boolean matchesAny(String model, List<String> types) {
    if (types.isEmpty()) {
      return false;
    }
    String lower = model.toLowerCase(Locale.ROOT);
    for (String type : types) {
      if (lower.contains(type.toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }
}
