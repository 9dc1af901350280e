package io.tidemark.usage;

import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One ResourceQuota and the sum of what the pods that it selects are charged. A charge goes out by
 * the same pod record by which it came in, so a pod whose traits changed leaves what it was in.
 */
final class QuotaTotals {
  private final QuotaRecord quota;
  private final Tally<String, NamespaceAmount> used = Tally.inNamespace();

  /**
   * @param present everything that is charged in the namespace: usage recorded before a quota
   *     appears counts
   */
  QuotaTotals(QuotaRecord quota, Collection<PodCharge> present) {
    this.quota = quota;
    present.forEach(charge -> exchange(null, charge));
  }

  /** The same sums under another version of the quota that selects the same pods. */
  QuotaTotals(QuotaRecord quota, QuotaTotals same) {
    this.quota = quota;
    used.exchange(Map.of(), same.used.sums());
  }

  QuotaRecord quota() {
    return quota;
  }

  void exchange(@Nullable PodCharge before, @Nullable PodCharge after) {
    used.exchange(counted(before), counted(after));
  }

  QuotaSnapshot snapshot() {
    return new QuotaSnapshot(quota, used.sums());
  }

  private Map<String, NamespaceAmount> counted(@Nullable PodCharge charge) {
    return charge != null && quota.selects(charge.pod().quotaTraits())
        ? charge.footprint().namespace()
        : Map.of();
  }
}
