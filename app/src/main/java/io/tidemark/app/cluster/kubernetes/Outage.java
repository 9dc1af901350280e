package io.tidemark.app.cluster.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells once that the API server was lost, and once that it is back, for all resources together.
 */
final class Outage {
  private final ClusterFeed.Listener listener;
  private final Clock clock;
  private final Set<String> lost = new HashSet<>();
  private Instant since = Instant.EPOCH;

  Outage(ClusterFeed.Listener listener, Clock clock) {
    this.listener = listener;
    this.clock = clock;
  }

  void lost(String resource, String reason) {
    if (lost.isEmpty()) {
      since = clock.instant();
      listener.lost(resource + ": " + reason);
    }
    lost.add(resource);
  }

  void back(String resource) {
    if (lost.remove(resource) && lost.isEmpty()) {
      listener.back(Duration.between(since, clock.instant()));
    }
  }
}
