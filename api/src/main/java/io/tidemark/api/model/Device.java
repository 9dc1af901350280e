package io.tidemark.api.model;

/**
 * One accelerator as its node's device plugin registered it.
 *
 * @param index the plugin's own number of the card
 * @param model the registered type text, for instance {@code NVIDIA-A100-SXM4-40GB}
 * @param memoryMiB at least 0; already scaled by the plugin
 * @param cores percent of one card; 100 unless the plugin scales cores, 0 where cores are not
 *     counted
 * @param slots how many containers may share it at the same time; 0 offers nothing
 * @param numaNode 0 where unknown
 * @param mode {@code hami-core}, {@code mig}, {@code mps} or empty
 * @param group the group of cards that belong together, as the family's {@code grouping} says;
 *     empty where there is none
 */
public record Device(
    DeviceId id,
    int index,
    String model,
    long memoryMiB,
    int cores,
    int slots,
    int numaNode,
    boolean healthy,
    String mode,
    String group) {

  /** A device of no group. */
  public Device(
      DeviceId id,
      int index,
      String model,
      long memoryMiB,
      int cores,
      int slots,
      int numaNode,
      boolean healthy,
      String mode) {
    this(id, index, model, memoryMiB, cores, slots, numaNode, healthy, mode, "");
  }

  public Device {
    if (memoryMiB < 0 || cores < 0 || slots < 0) {
      throw new IllegalArgumentException(
          "device " + id.uuid() + ": memory, cores and slots must not be negative");
    }
  }

  /** What the device offers when nothing is on it. */
  public DeviceAmount capacity() {
    return new DeviceAmount(slots, memoryMiB, cores);
  }
}
