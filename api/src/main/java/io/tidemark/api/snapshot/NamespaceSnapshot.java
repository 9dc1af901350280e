package io.tidemark.api.snapshot;

import io.tidemark.api.model.NamespaceAmount;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A namespace's totals over all its pods, and its quotas in the order of their names.
 *
 * @param used by family word
 */
public record NamespaceSnapshot(
    String name, Map<String, NamespaceAmount> used, List<QuotaSnapshot> quotas) {
  public NamespaceSnapshot {
    used = Collections.unmodifiableMap(new TreeMap<>(used));
    quotas = List.copyOf(quotas);
  }

  /** A namespace with no usage and no quota. */
  public static NamespaceSnapshot empty(String name) {
    return new NamespaceSnapshot(name, Map.of(), List.of());
  }

  public NamespaceAmount used(String family) {
    return used.getOrDefault(family, NamespaceAmount.ZERO);
  }
}
