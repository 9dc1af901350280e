package io.tidemark.admission;

/** What becomes of a pod that its namespace's quotas have no room for. */
public enum QuotaMode {
  /** Refused, as the API server does with its own quotas. */
  DENY,
  /** Admitted where it would fit if it were alone; it waits for room in the filter. */
  WAIT
}
