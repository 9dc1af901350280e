package io.tidemark.controlplane.agent;

/**
 * A card as a device plugin registers it.
 *
 * @param uuid unique in the cluster
 * @param slots how many containers may share it
 * @param memoryMib MiB
 * @param cores percent; 100 is the whole card
 * @param type the model
 * @param numa NUMA node
 * @param mode {@code hami-core}, {@code mig} or {@code mps}
 * @param healthy whether it takes pods
 */
public record FakeCard(
    String uuid,
    int slots,
    long memoryMib,
    int cores,
    String type,
    int numa,
    String mode,
    boolean healthy) {
  private static final int USUAL_SLOTS = 10;
  private static final int WHOLE = 100;

  /** A healthy NVIDIA card with ten slots. */
  public static FakeCard nvidia(String uuid, long memoryMib) {
    return new FakeCard(uuid, USUAL_SLOTS, memoryMib, WHOLE, "NVIDIA-Test", 0, "hami-core", true);
  }

  /** The same card with another number of slots. */
  public FakeCard withSlots(int number) {
    return new FakeCard(uuid, number, memoryMib, cores, type, numa, mode, healthy);
  }

  /** The same card, healthy or not. */
  public FakeCard withHealth(boolean health) {
    return new FakeCard(uuid, slots, memoryMib, cores, type, numa, mode, health);
  }
}
