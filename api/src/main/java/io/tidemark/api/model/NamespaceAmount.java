package io.tidemark.api.model;

/**
 * An amount of one device family in a namespace, in the dimensions that a quota can limit. All
 * arithmetic is checked, see {@link DeviceAmount}.
 *
 * @param count devices
 * @param memoryMiB device memory over all devices, in MiB
 * @param cores percent over all devices
 */
public record NamespaceAmount(long count, long memoryMiB, long cores) {
  public static final NamespaceAmount ZERO = new NamespaceAmount(0, 0, 0);

  public NamespaceAmount plus(NamespaceAmount other) {
    return new NamespaceAmount(
        Math.addExact(count, other.count),
        Math.addExact(memoryMiB, other.memoryMiB),
        Math.addExact(cores, other.cores));
  }

  public NamespaceAmount minus(NamespaceAmount other) {
    return new NamespaceAmount(
        Math.subtractExact(count, other.count),
        Math.subtractExact(memoryMiB, other.memoryMiB),
        Math.subtractExact(cores, other.cores));
  }

  /** The larger of the two in every dimension by itself. */
  public NamespaceAmount max(NamespaceAmount other) {
    return new NamespaceAmount(
        Math.max(count, other.count),
        Math.max(memoryMiB, other.memoryMiB),
        Math.max(cores, other.cores));
  }

  public boolean isZero() {
    return count == 0 && memoryMiB == 0 && cores == 0;
  }

  /** This amount's value in one dimension. */
  public long in(QuotaDimension dimension) {
    return switch (dimension) {
      case COUNT -> count;
      case MEMORY -> memoryMiB;
      case CORES -> cores;
    };
  }
}
