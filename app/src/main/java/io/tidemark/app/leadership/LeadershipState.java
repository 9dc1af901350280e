package io.tidemark.app.leadership;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether this process leads. */
public sealed interface LeadershipState {
  /**
   * Another leads, or nobody.
   *
   * @param leader the identity in the Lease as it was last read; null where nobody holds it
   */
  record Following(@Nullable String leader) implements LeadershipState {}

  /**
   * This process leads until its renewals stop.
   *
   * @param term counts the terms of this process, from 1
   * @param since when the term began
   * @param expiresAt on the monotonic clock, in nanoseconds; at this moment the term is over
   */
  record Leading(long term, Instant since, long expiresAt) implements LeadershipState {
    boolean isOver(long nanoTime) {
      return nanoTime - expiresAt >= 0;
    }

    Leading until(long expiresAt) {
      return new Leading(term, since, expiresAt);
    }
  }
}
