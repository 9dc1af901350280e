package io.tidemark.api.model;

/**
 * One device that a container was given, with its part of it.
 *
 * @param memoryMiB at least 0
 * @param cores percent, at least 0
 */
public record DeviceShare(String uuid, long memoryMiB, int cores) {
  public DeviceShare {
    if (memoryMiB < 0 || cores < 0) {
      throw new IllegalArgumentException("share of " + uuid + " must not be negative");
    }
  }

  /** The share as an amount: one slot, its memory and its cores. */
  public DeviceAmount amount() {
    return new DeviceAmount(1, memoryMiB, cores);
  }
}
