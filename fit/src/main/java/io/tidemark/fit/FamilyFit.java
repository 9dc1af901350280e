package io.tidemark.fit;

import io.tidemark.api.snapshot.NodeSnapshot;

/**
 * Places one family's part of a pod on one node after another. Results stand until the next call;
 * an instance serves one thread.
 */
interface FamilyFit {
  /** Whether the node can take all asks of the family. */
  boolean fit(NodeSnapshot node);

  /**
   * Writes the chosen devices, as places in {@link NodeSnapshot#devices}: those of ask 0, then
   * those of ask 1, and so on.
   */
  void copyPicks(int[] target, int offset);

  /** The merged footprint: per device the peak over the steps, summed over the devices. */
  long mergedMemory();

  long mergedCores();

  long mergedSlots();
}
