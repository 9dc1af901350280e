package io.tidemark.api.model;

import java.util.List;

/**
 * A ResourceQuota as far as devices are concerned.
 *
 * @param resourceVersion {@link PodRecord#UNKNOWN_VERSION} where it is missing or not a number
 * @param scopes all must select a pod for the quota to count it; empty selects every pod
 */
public record QuotaRecord(
    String namespace,
    String name,
    String uid,
    long resourceVersion,
    List<QuotaLimit> limits,
    List<QuotaScope> scopes) {
  public QuotaRecord {
    limits = List.copyOf(limits);
    scopes = List.copyOf(scopes);
  }

  public boolean selects(QuotaTraits pod) {
    for (QuotaScope scope : scopes) {
      if (!scope.selects(pod)) {
        return false;
      }
    }
    return true;
  }
}
