package io.tidemark.api.model;

/**
 * An amount of one device's resources. All arithmetic is checked: a sum that leaves the range
 * throws {@link ArithmeticException} instead of turning into a small or negative number (a 16Gi
 * request once overflowed 32 bits in HAMi and "fitted" a full card).
 *
 * <p>Footprints and totals are never negative; what is free may be, on a card that shrank or is
 * over-full.
 *
 * @param slots containers that share the device
 * @param memoryMiB device memory in MiB
 * @param cores percent of one card
 */
public record DeviceAmount(int slots, long memoryMiB, int cores) {
  public static final DeviceAmount ZERO = new DeviceAmount(0, 0, 0);

  public DeviceAmount plus(DeviceAmount other) {
    return new DeviceAmount(
        Math.addExact(slots, other.slots),
        Math.addExact(memoryMiB, other.memoryMiB),
        Math.addExact(cores, other.cores));
  }

  public DeviceAmount minus(DeviceAmount other) {
    return new DeviceAmount(
        Math.subtractExact(slots, other.slots),
        Math.subtractExact(memoryMiB, other.memoryMiB),
        Math.subtractExact(cores, other.cores));
  }

  /**
   * As {@link #plus}, but stays at the largest number where the sum would leave the range: for
   * totals over devices, which are compared and never taken apart again.
   */
  public DeviceAmount plusCapped(DeviceAmount other) {
    return new DeviceAmount(
        capped((long) slots + other.slots),
        cappedSum(memoryMiB, other.memoryMiB),
        capped((long) cores + other.cores));
  }

  private static int capped(long sum) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, sum));
  }

  private static long cappedSum(long a, long b) {
    long sum = a + b;
    boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
    return !overflow ? sum : a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** The larger of the two in every resource by itself. */
  public DeviceAmount max(DeviceAmount other) {
    return new DeviceAmount(
        Math.max(slots, other.slots),
        Math.max(memoryMiB, other.memoryMiB),
        Math.max(cores, other.cores));
  }

  /** Whether every resource of this amount is at most that of the other. */
  public boolean fitsIn(DeviceAmount other) {
    return slots <= other.slots && memoryMiB <= other.memoryMiB && cores <= other.cores;
  }

  public boolean isZero() {
    return slots == 0 && memoryMiB == 0 && cores == 0;
  }
}
