package io.tidemark.api.snapshot;

import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One pod's entry in the ledger.
 *
 * @param node the node it is charged on
 * @param allocation what it was given; empty where the pod carries none, see {@link Basis}
 * @param footprint what it is charged now
 * @param kubeletCounts the devices that the kubelet holds for it until it ends, by family word
 */
public record PodCharge(
    PodRecord pod,
    String node,
    PodAllocation allocation,
    Footprint footprint,
    Map<String, Integer> kubeletCounts,
    Basis basis) {

  /** What the charge rests on. */
  public enum Basis {
    /** A reservation made at filter time; the pod was not yet seen bound. */
    RESERVED,
    /** The bound pod's own annotations. */
    ALLOCATED,
    /** The bound pod's annotations became unreadable; its last good allocation stays charged. */
    LAST_GOOD,
    /** A bound pod that asks but carries no allocation: charged its count, nothing on cards. */
    COUNT_ONLY,
    /** A bound pod whose allocation never could be read: closes its node to new GPU pods. */
    UNREADABLE
  }

  public PodCharge {
    kubeletCounts = Collections.unmodifiableMap(new TreeMap<>(kubeletCounts));
  }
}
