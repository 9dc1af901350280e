package io.tidemark.api.model;

/** What of a device family a ResourceQuota can limit in a namespace. */
public enum QuotaDimension {
  /** Number of devices. */
  COUNT,
  /** Device memory, in MiB once the family's factor is applied. */
  MEMORY,
  /** Percent of cards. */
  CORES
}
