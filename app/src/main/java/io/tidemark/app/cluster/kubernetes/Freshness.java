package io.tidemark.app.cluster.kubernetes;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far what a feed has shown can be trusted.
 *
 * @param synced whether nodes, quotas and pods have been shown completely once
 * @param staleSince since when changes may have been missed; null while all three are watched
 */
public record Freshness(boolean synced, @Nullable Instant staleSince) {
  static final Freshness NOTHING_SEEN = new Freshness(false, null);

  /** Whether the view is complete and nothing older than {@code limit} may have been missed. */
  public boolean within(Duration limit, Instant now) {
    return synced && (staleSince == null || !staleSince.plus(limit).isBefore(now));
  }
}
