package io.tidemark.api.quota;

import io.tidemark.api.model.QuotaDimension;

/**
 * A quota that a pod does not fit.
 *
 * @param need what the pod needs, in the unit of the namespace's totals
 * @param used what the pods that the quota selects are charged
 */
public record QuotaShortfall(
    String namespace,
    String quota,
    String family,
    QuotaDimension dimension,
    String resource,
    long need,
    long used,
    long limit) {

  /** Whether the pod would not fit even if it were alone. */
  public boolean hopeless() {
    return need > limit;
  }

  @Override
  public String toString() {
    return "quota "
        + namespace
        + "/"
        + quota
        + ": limits."
        + resource
        + " needs "
        + need
        + ", used "
        + used
        + ", limit "
        + limit;
  }
}
