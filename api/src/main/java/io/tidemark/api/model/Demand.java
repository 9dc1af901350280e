package io.tidemark.api.model;

/**
 * What one container asks of one device family.
 *
 * @param family the family's word
 * @param count distinct devices, at least 1
 * @param memory on each of them
 * @param cores on each of them: percent, 0 to 100, or what else the family counts
 * @param coresOfCard {@code cores} is a percentage of what each card registers, which is what is
 *     charged; false: it is charged as it is
 */
public record Demand(
    String family, int count, MemoryDemand memory, int cores, boolean coresOfCard) {
  public Demand(String family, int count, MemoryDemand memory, int cores) {
    this(family, count, memory, cores, false);
  }

  public Demand {
    if (count < 1) {
      throw new IllegalArgumentException("a demand is for at least one device: " + count);
    }
    if (cores < 0) {
      throw new IllegalArgumentException("a demand for cores must not be negative: " + cores);
    }
  }

  /** What is charged on a card that registers that many cores; at least 1 where any is asked. */
  public int coresOn(int cardCores) {
    if (!coresOfCard || cores == 0) {
      return cores;
    }
    return (int) Math.max(1, (long) cardCores * cores / 100);
  }
}
