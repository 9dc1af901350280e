package io.tidemark.api.model;

/** The memory that a container asks for on each of its devices. */
public sealed interface MemoryDemand {
  /** A whole card, whatever its size. */
  MemoryDemand WHOLE_CARD = new Percent(100);

  /** What the demand comes to on a card of that size, in MiB. */
  long onDevice(long deviceMemoryMiB);

  /** An amount in MiB, at least 0. */
  record Mib(long mib) implements MemoryDemand {
    public Mib {
      if (mib < 0) {
        throw new IllegalArgumentException("a memory demand must not be negative: " + mib);
      }
    }

    @Override
    public long onDevice(long deviceMemoryMiB) {
      return mib;
    }
  }

  /**
   * A share of each card's own memory, rounded down to whole MiB; two cards of different size give
   * two different amounts.
   */
  record Percent(int percent) implements MemoryDemand {
    public Percent {
      if (percent < 1 || percent > 100) {
        throw new IllegalArgumentException("a memory percentage must be 1 to 100: " + percent);
      }
    }

    @Override
    public long onDevice(long deviceMemoryMiB) {
      return Math.multiplyExact(deviceMemoryMiB, percent) / 100;
    }
  }
}
