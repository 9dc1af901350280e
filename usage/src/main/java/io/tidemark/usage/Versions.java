package io.tidemark.usage;

import io.tidemark.api.model.PodRecord;

/** Order of resourceVersions (Kubernetes 1.35: comparable as numbers). */
final class Versions {
  private Versions() {}

  /** Whether a record is older than what is known; one without a version never is. */
  static boolean isOlder(long version, long known) {
    return version != PodRecord.UNKNOWN_VERSION && version < known;
  }
}
