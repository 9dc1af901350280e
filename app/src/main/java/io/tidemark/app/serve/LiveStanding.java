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
    if (leader != null) {
      return "replica " + leader + " leads";
    }
    // A Lease that cannot be renewed ends the term; what is behind that says more.
    Instant since = freshness.get().staleSince();
    return since == null
        ? "no replica leads at present"
        : "no replica leads: " + silence(since, clock.instant());
  }

  @Override
  public @Nullable String notCurrent() {
    Freshness fresh = freshness.get();
    if (!fresh.synced()) {
      return "the cluster has not been listed yet";
    }
    Instant now = clock.instant();
    Instant since = fresh.staleSince();
    return since == null || fresh.within(stalenessLimit, now) ? null : silence(since, now);
  }

  private static String silence(Instant since, Instant now) {
    return "no word from the API server for " + Duration.between(since, now).toSeconds() + " s";
  }
}
