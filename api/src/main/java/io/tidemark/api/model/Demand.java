package io.tidemark.api.model;

/**
 * What one container asks of one device family.
 *
 * @param family the family's word
 * @param count distinct devices, at least 1
 * @param memory on each of them
 * @param cores percent on each of them, 0 to 100
 */
public record Demand(String family, int count, MemoryDemand memory, int cores) {
  public Demand {
    if (count < 1) {
      throw new IllegalArgumentException("a demand is for at least one device: " + count);
    }
    if (cores < 0) {
      throw new IllegalArgumentException("a demand for cores must not be negative: " + cores);
    }
  }
}
