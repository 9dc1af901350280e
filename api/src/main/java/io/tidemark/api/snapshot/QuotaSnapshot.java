package io.tidemark.api.snapshot;

import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.QuotaRecord;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A ResourceQuota and what the pods that it selects are charged, by family word.
 *
 * @param used reserved and placed pods
 */
public record QuotaSnapshot(QuotaRecord quota, Map<String, NamespaceAmount> used) {
  public QuotaSnapshot {
    used = Collections.unmodifiableMap(new TreeMap<>(used));
  }

  public NamespaceAmount used(String family) {
    return used.getOrDefault(family, NamespaceAmount.ZERO);
  }
}
