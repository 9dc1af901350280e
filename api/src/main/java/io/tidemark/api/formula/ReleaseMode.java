package io.tidemark.api.formula;

/** When a pod's footprint follows its progress; setting {@code tidemark.usage.release}. */
public enum ReleaseMode {
  /** After each init container that has finished. */
  EACH,
  /** Once, when every init container has finished. */
  ALL,
  /** Not before the pod ends: the peak for life, as the API server's own quota charges. */
  NEVER
}
