package io.tidemark.usage;

import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.PodCharge;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger remembers of one pod that is there.
 *
 * @param version the newest resourceVersion seen of it
 * @param charge null where it is charged nothing
 * @param problems what was reported of the pod itself
 * @param strays what was reported of it because its node does not register a device
 */
record KnownPod(
    PodRecord pod,
    long version,
    @Nullable PodCharge charge,
    List<Problem> problems,
    List<Problem> strays) {

  /** Whether the record is older than what is known; one without a version never is. */
  boolean isNewerThan(PodRecord other) {
    return other.resourceVersion() != PodRecord.UNKNOWN_VERSION
        && other.resourceVersion() < version;
  }

  /** The pod where it waits for a node: it asks and may still be bound; else null. */
  @Nullable PodRecord waiting() {
    return canBePlaced(pod) ? pod : null;
  }

  /** Whether the charge is a reservation. */
  boolean isReserved() {
    return charge != null && charge.basis() == PodCharge.Basis.RESERVED;
  }

  KnownPod withCharge(@Nullable PodCharge other) {
    return new KnownPod(pod, version, other, problems, strays);
  }

  KnownPod withStrays(List<Problem> other) {
    return new KnownPod(pod, version, charge, problems, other);
  }

  /** The API server binds no pod that is being deleted. */
  static boolean canBePlaced(PodRecord pod) {
    return pod.nodeName() == null && !pod.status().terminal() && !pod.deleting() && pod.asks();
  }
}
