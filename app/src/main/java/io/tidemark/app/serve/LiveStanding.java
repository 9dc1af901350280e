package io.tidemark.app.serve;

import io.tidemark.app.cluster.kubernetes.Freshness;
import io.tidemark.app.leadership.LeadershipState;
import io.tidemark.app.scheduling.live.Standing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Leads by the Lease, and knows the cluster as far as the feed does. */
record LiveStanding(
    Supplier<LeadershipState> leadership,
    Supplier<Freshness> freshness,
    Duration stalenessLimit,
    Clock clock)
    implements Standing {
  @Override
  public @Nullable String notLeading() {
    LeadershipState state = leadership.get();
    if (state instanceof LeadershipState.Leading) {
      return null;
    }
    String leader = ((LeadershipState.Following) state).leader();
    return leader == null ? "no replica leads yet" : "replica " + leader + " leads";
  }

  @Override
  public @Nullable String notCurrent() {
    Freshness fresh = freshness.get();
    if (!fresh.synced()) {
      return "the cluster has not been listed yet";
    }
    Instant now = clock.instant();
    Instant since = fresh.staleSince();
    return since == null || fresh.within(stalenessLimit, now)
        ? null
        : "no word from the API server for " + Duration.between(since, now).toSeconds() + " s";
  }
}
