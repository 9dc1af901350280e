package io.tidemark.usage;

import io.tidemark.api.formula.ReleaseMode;
import java.time.Duration;

/**
 * How a ledger charges.
 *
 * @param release when a footprint follows its pod's progress
 * @param reservationDeadline how long a reservation holds without its pod being seen bound;
 *     positive
 */
public record LedgerSettings(ReleaseMode release, Duration reservationDeadline) {
  public LedgerSettings {
    if (reservationDeadline.isNegative() || reservationDeadline.isZero()) {
      throw new IllegalArgumentException(
          "the reservation deadline must be positive: " + reservationDeadline);
    }
  }
}
