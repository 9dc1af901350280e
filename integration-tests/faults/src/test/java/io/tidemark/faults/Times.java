package io.tidemark.faults;

import java.util.Map;

/** Leases as short as tests want them, and long enough for a busy machine. */
final class Times {
  /** A replica that is silent is replaced after 3 s. */
  static final Map<String, String> SHORT_LEASE =
      Map.of(
          "TIDEMARK_LEADERSHIP_LEASE_DURATION", "3s",
          "TIDEMARK_LEADERSHIP_RENEW_DEADLINE", "2s",
          "TIDEMARK_LEADERSHIP_RETRY_PERIOD", "250ms");

  private Times() {}
}
