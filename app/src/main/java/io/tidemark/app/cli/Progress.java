package io.tidemark.app.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Says on stderr how far a long run has come; short runs say nothing. */
final class Progress {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);

  private final PrintWriter err;
  private final Clock clock;
  private Instant lastLine;

  Progress(PrintWriter err, Clock clock) {
    this.err = err;
    this.clock = clock;
    this.lastLine = clock.instant();
  }

  /**
   * @param what for instance {@code first-look.yaml: step 12}
   */
  void at(String what) {
    Instant now = clock.instant();
    if (Duration.between(lastLine, now).compareTo(BETWEEN_LINES) >= 0) {
      err.println("tidemark: " + what);
      err.flush();
      lastLine = now;
    }
  }
}
