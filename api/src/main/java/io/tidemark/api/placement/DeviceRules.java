package io.tidemark.api.placement;

import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.Device;
import org.jspecify.annotations.Nullable;

/**
 * Whether a device can take one more container at one step of its pod's life, by amounts alone
 * (protocol, section 4.5, rows 6 to 12). The one place of these rules: fit calls it in its inner
 * loop, the ledger when it reserves.
 */
public final class DeviceRules {
  private DeviceRules() {}

  /**
   * {@link #refusal(DeviceFamily.Sharing, Device, int, long, int, long, int)} for a pod that may
   * want idle devices only.
   *
   * @param idleOnly the container takes no device on which another one runs at that step (policy
   *     {@code mutex}; row 7)
   */
  public static @Nullable RefusalCode refusal(
      DeviceFamily.Sharing sharing,
      boolean idleOnly,
      Device device,
      int slots,
      long memory,
      int cores,
      long askedMemory,
      int askedCores) {
    if (idleOnly && slots > 0 && slots < device.slots()) {
      return RefusalCode.EXCLUSIVE_DEVICE_CONFLICT;
    }
    return refusal(sharing, device, slots, memory, cores, askedMemory, askedCores);
  }

  /**
   * @param slots containers already on the device at that step: other pods' and this pod's
   * @param memory in MiB, as {@code slots}
   * @param cores in percent, as {@code slots}
   * @param askedMemory in MiB
   * @param askedCores in percent
   * @return null where the device can take it
   */
  public static @Nullable RefusalCode refusal(
      DeviceFamily.Sharing sharing,
      Device device,
      int slots,
      long memory,
      int cores,
      long askedMemory,
      int askedCores) {
    if (slots >= device.slots()) {
      return RefusalCode.CARD_TIME_SLICING_EXHAUSTED;
    }
    if (device.memoryMiB() - memory < askedMemory) {
      return RefusalCode.CARD_INSUFFICIENT_MEMORY;
    }
    if (device.cores() - cores < askedCores) {
      return RefusalCode.CARD_INSUFFICIENT_CORE;
    }
    if (sharing.exclusiveAtFullCores() && device.cores() == 100 && askedCores == 100 && slots > 0) {
      return RefusalCode.EXCLUSIVE_DEVICE_CONFLICT;
    }
    if (sharing.refuseZeroCoresOnFull()
        && device.cores() != 0
        && cores == device.cores()
        && askedCores == 0) {
      return RefusalCode.CARD_COMPUTE_UNITS_EXHAUSTED;
    }
    if (sharing.sameSize() && memory != slots * askedMemory) {
      return RefusalCode.CUSTOM_FILTER_RULE;
    }
    return null;
  }
}
