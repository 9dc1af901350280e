package io.tidemark.api.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a node's handshake annotation says of a device plugin (protocol, section 1.5).
 *
 * @param requestedAt when a scheduler last asked for a sign of life that is still unanswered; null
 *     where the value is absent, an answer, or unreadable, all of which count as alive
 */
public record Handshake(@Nullable Instant requestedAt) {
  public static final Handshake ALIVE = new Handshake(null);

  /** How long an unanswered request may stand before the kubelet's own count decides. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Whether the plugin is gone: it left a request unanswered for longer than {@link #PATIENCE} and
   * the kubelet no longer offers its devices.
   *
   * @param allocatable {@code status.allocatable} of the count resource; null where not named
   */
  public boolean stale(Instant now, @Nullable Long allocatable) {
    return requestedAt != null
        && requestedAt.plus(PATIENCE).isBefore(now)
        && (allocatable == null || allocatable <= 0);
  }
}
