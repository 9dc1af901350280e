package io.tidemark.usage;

import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.PodRecord;

/** Pod records that differ in one thing. */
final class PodCopies {
  private PodCopies() {}

  static PodRecord deleting(PodRecord pod) {
    return copy(pod, pod.resourceVersion(), pod.allocation(), true);
  }

  static PodRecord withVersion(PodRecord pod, long version) {
    return copy(pod, version, pod.allocation(), pod.deleting());
  }

  static PodRecord withAllocation(PodRecord pod, AllocationReading allocation) {
    return copy(pod, pod.resourceVersion(), allocation, pod.deleting());
  }

  private static PodRecord copy(
      PodRecord pod, long version, AllocationReading allocation, boolean deleting) {
    return new PodRecord(
        pod.uid(),
        pod.key(),
        version,
        pod.containers(),
        pod.nodeName(),
        pod.status(),
        allocation,
        pod.selections(),
        pod.policies(),
        pod.quotaTraits(),
        pod.priority(),
        pod.created(),
        pod.schedulerName(),
        deleting,
        pod.demandProblems());
  }
}
