package io.tidemark.app.http;

import io.vertx.core.buffer.Buffer;

/** What goes back to a caller. */
record Reply(int status, Outcome outcome, Buffer json) {
  /** An answer, good or bad. */
  static Reply ok(Outcome outcome, Buffer json) {
    return new Reply(200, outcome, json);
  }

  /** An error that the status tells too. */
  static Reply error(Outcome outcome, Buffer json) {
    return new Reply(outcome.status(), outcome, json);
  }
}
