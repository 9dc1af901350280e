package io.tidemark.usage;

import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.util.Map;
import java.util.TreeMap;

/** What a pod is charged for an allocation. A pure function of its arguments. */
final class ChargeRules {
  private final ReleaseMode release;

  ChargeRules(ReleaseMode release) {
    this.release = release;
  }

  /**
   * A reservation is charged as at the start of the pod's life, anything else at the progress that
   * its status shows. A family that the pod asks for and was given nothing of counts in its
   * namespace as many devices as it asks, and nothing on cards.
   *
   * @throws ArithmeticException where the amounts leave their range
   */
  PodCharge charge(PodRecord pod, String node, PodAllocation allocation, Basis basis) {
    Progress progress = basis == Basis.RESERVED ? Progress.START : Progress.of(pod, release);
    return new PodCharge(
        pod,
        node,
        allocation,
        footprint(pod, allocation, progress),
        kubeletCounts(pod, allocation, progress),
        basis);
  }

  /** The charge of a pod whose amounts leave their range: nothing, and its node is closed. */
  static PodCharge beyondRange(PodRecord pod, String node) {
    return new PodCharge(
        pod, node, PodAllocation.EMPTY, Footprint.NONE, Map.of(), Basis.UNREADABLE);
  }

  /** Whether it is a charge as {@link #beyondRange} makes it. */
  static boolean isBeyondRange(PodCharge charge) {
    return charge.basis() == Basis.UNREADABLE
        && charge.footprint().isZero()
        && charge.kubeletCounts().isEmpty();
  }

  private static Footprint footprint(PodRecord pod, PodAllocation allocation, Progress progress) {
    Footprint held = Footprints.of(pod.containers(), allocation, progress);
    if (allocation.slotsByFamily().keySet().containsAll(pod.families())) {
      return held;
    }
    Map<String, NamespaceAmount> namespace = new TreeMap<>(held.namespace());
    Footprints.asked(pod.containers(), progress)
        .forEach(
            (family, asked) -> {
              if (!allocation.slotsByFamily().containsKey(family) && asked.count() > 0) {
                namespace.put(family, new NamespaceAmount(asked.count(), 0, 0));
              }
            });
    return new Footprint(held.devices(), namespace);
  }

  /**
   * What the spec asks; where a request cannot be read, at least what the allocation shows. The
   * kubelet gives nothing back before the pod ends.
   */
  private static Map<String, Integer> kubeletCounts(
      PodRecord pod, PodAllocation allocation, Progress progress) {
    if (progress.terminal()) {
      return Map.of();
    }
    Map<String, Integer> asked = Footprints.kubeletCounts(pod.containers());
    if (pod.demandProblems().isEmpty() || allocation.isEmpty()) {
      return asked;
    }
    Map<String, Integer> counts = new TreeMap<>(asked);
    Footprints.of(pod.containers(), allocation, Progress.START)
        .namespace()
        .forEach(
            (family, given) -> counts.merge(family, Math.toIntExact(given.count()), Math::max));
    return counts;
  }
}
