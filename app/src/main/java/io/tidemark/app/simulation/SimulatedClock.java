package io.tidemark.app.simulation;

import java.time.Duration;
import java.time.Instant;

/** The time of one simulated cluster. It stands still between the steps that move it. */
final class SimulatedClock {
  private Instant now;

  SimulatedClock(Instant start) {
    this.now = start;
  }

  Instant now() {
    return now;
  }

  void advance(Duration by) {
    now = now.plus(by);
  }
}
