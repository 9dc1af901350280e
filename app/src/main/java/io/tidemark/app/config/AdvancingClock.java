package io.tidemark.app.config;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The system's clock plus what it was advanced by, which is nothing unless a played Scenario does
 * it. Thread-safe.
 */
public final class AdvancingClock extends Clock {
  private final Clock system;
  private final AtomicReference<Duration> ahead;

  public AdvancingClock(Clock system) {
    this(system, new AtomicReference<>(Duration.ZERO));
  }

  private AdvancingClock(Clock system, AtomicReference<Duration> ahead) {
    this.system = system;
    this.ahead = ahead;
  }

  /** Moves the time on, for everybody. */
  public void advance(Duration by) {
    ahead.accumulateAndGet(by, Duration::plus);
  }

  @Override
  public Instant instant() {
    return system.instant().plus(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return system.getZone();
  }

  /** The same clock in another zone: both are advanced together. */
  @Override
  public Clock withZone(ZoneId zone) {
    return new AdvancingClock(system.withZone(zone), ahead);
  }
}
