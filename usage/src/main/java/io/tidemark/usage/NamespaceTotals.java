package io.tidemark.usage;

import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One namespace: the sums of what its pods are charged, and its quotas. */
final class NamespaceTotals {
  private final String name;
  private final Tally<String, NamespaceAmount> used = Tally.inNamespace();
  private final Map<String, PodCharge> charges = new LinkedHashMap<>();
  private final SortedMap<String, QuotaTotals> quotas = new TreeMap<>();

  NamespaceTotals(String name) {
    this.name = name;
  }

  /** Whether there is nothing to remember of the namespace. */
  boolean isEmpty() {
    return charges.isEmpty() && quotas.isEmpty();
  }

  /** The quota of that name as last seen; null where there is none. */
  @Nullable QuotaRecord quota(String quota) {
    QuotaTotals known = quotas.get(quota);
    return known == null ? null : known.quota();
  }

  Set<String> quotaNames() {
    return Set.copyOf(quotas.keySet());
  }

  void setQuota(QuotaRecord quota) {
    QuotaTotals known = quotas.get(quota.name());
    if (known != null && known.quota().scopes().equals(quota.scopes())) {
      quotas.put(quota.name(), new QuotaTotals(quota, known));
    } else {
      quotas.put(quota.name(), new QuotaTotals(quota, charges.values()));
    }
  }

  void removeQuota(String quota) {
    quotas.remove(quota);
  }

  /**
   * Changes nothing. Quotas sum over a part of the namespace's pods, so they have room where the
   * namespace has.
   *
   * @throws ArithmeticException where {@link #exchange} would throw
   */
  void requireRoom(@Nullable PodCharge before, PodCharge after) {
    used.requireRoom(amounts(before), amounts(after));
  }

  /** Takes one charge of a pod out and puts another in; null for none. */
  void exchange(@Nullable PodCharge before, @Nullable PodCharge after) {
    used.exchange(amounts(before), amounts(after));
    quotas.values().forEach(quota -> quota.exchange(before, after));
    if (after != null) {
      charges.put(after.pod().uid(), after);
    } else if (before != null) {
      charges.remove(before.pod().uid());
    }
  }

  NamespaceSnapshot snapshot() {
    return new NamespaceSnapshot(
        name, used.sums(), quotas.values().stream().map(QuotaTotals::snapshot).toList());
  }

  private static Map<String, NamespaceAmount> amounts(@Nullable PodCharge charge) {
    return charge == null ? Map.of() : charge.footprint().namespace();
  }
}
