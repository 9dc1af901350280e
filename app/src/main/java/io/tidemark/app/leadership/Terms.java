package io.tidemark.app.leadership;

import io.tidemark.app.leadership.LeadershipState.Following;
import io.tidemark.app.leadership.LeadershipState.Leading;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The terms of one process: from what is seen of the Lease to who leads. Reads are lock-free and
 * look at the clock; changes are serial, and are told in the order in which they happen.
 */
final class Terms implements LeaseEvents {
  private static final Duration FOR_GOOD = Duration.ofDays(100 * 365);

  private final String identity;
  private final Duration tenure;
  private final LongSupplier nanoTime;
  private final Clock clock;
  private final LeadershipListener changes;
  private volatile LeadershipState state = new Following(null);
  private long terms;
  private boolean ended;

  /**
   * @param identity as it stands in the Lease
   * @param tenure how long one renewal is good for; shorter than the Lease is for others
   * @param nanoTime a clock that only moves forward and also runs while the process is paused
   * @param changes is called inside the lock: it must not wait
   */
  Terms(
      String identity,
      Duration tenure,
      LongSupplier nanoTime,
      Clock clock,
      LeadershipListener changes) {
    this.identity = identity;
    this.tenure = tenure;
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.changes = changes;
  }

  /** What holds now; a term that is over is never returned. */
  LeadershipState state() {
    LeadershipState now = state;
    return now instanceof Leading leading && leading.isOver(nanoTime.getAsLong())
        ? new Following(null)
        : now;
  }

  boolean leads(long term) {
    return state instanceof Leading leading
        && leading.term() == term
        && !leading.isOver(nanoTime.getAsLong());
  }

  @Override
  public synchronized void observed(@Nullable String holder) {
    if (identity.equals(holder)) {
      return; // Our own renewal; what it is worth was decided when it was sent.
    }
    follow(holder);
  }

  @Override
  public synchronized void renewed(long sentAt) {
    expire();
    begin(sentAt + tenure.toNanos());
  }

  /** Ends the term if its time has come. */
  synchronized void expire() {
    if (state instanceof Leading leading && leading.isOver(nanoTime.getAsLong())) {
      follow(null);
    }
  }

  /** Leads without a Lease, as the only replica. */
  synchronized void leadForGood() {
    begin(nanoTime.getAsLong() + FOR_GOOD.toNanos());
  }

  /** Ends the term and never begins another. */
  synchronized void end() {
    follow(null);
    ended = true;
  }

  private void begin(long expiresAt) {
    if (ended || nanoTime.getAsLong() - expiresAt >= 0) {
      return; // A renewal that took longer than it is good for is worth nothing.
    }
    if (state instanceof Leading leading) {
      state = leading.until(expiresAt);
      return;
    }
    terms++;
    state = new Leading(terms, clock.instant(), expiresAt);
    changes.onLeading(terms);
  }

  private void follow(@Nullable String leader) {
    LeadershipState before = state;
    state = new Following(leader);
    if (before instanceof Leading) {
      changes.onFollowing();
    }
  }
}
