package io.tidemark.app.simulation;

import java.time.Duration;
import java.time.Instant;

/** The time of one simulated cluster. */
interface SimulatedClock {
  Instant now();

  /** Moves the time on. */
  void advance(Duration by);

  /** A clock that stands still between the steps that move it. */
  static SimulatedClock standingStill(Instant start) {
    return new SimulatedClock() {
      private Instant now = start;

      @Override
      public Instant now() {
        return now;
      }

      @Override
      public void advance(Duration by) {
        now = now.plus(by);
      }
    };
  }
}
