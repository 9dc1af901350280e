package io.tidemark.app.http;

import java.util.Locale;

/** What became of a request; a tag of its timer. */
enum Outcome {
  /** Answered: nodes, scores, a Binding, an admission. */
  OK(200),
  /** Answered with a no: no node fits, not bound, not admitted. */
  REFUSED(200),
  /** There is no answer now. */
  FAILED(500),
  /** The request cannot be read. */
  UNREADABLE(400),
  TOO_LARGE(413),
  /** The request did not arrive in time. */
  TOO_SLOW(408),
  WRONG_CONTENT_TYPE(415),
  /** This process does not answer: it does not lead, does not serve, or is stopping. */
  NOT_SERVING(503),
  /** A fault of the program. */
  INTERNAL(500),
  /** The caller did not wait. */
  HUNG_UP(0);

  private final int status;

  Outcome(int status) {
    this.status = status;
  }

  /** The HTTP status where the endpoint has no other way to tell. */
  int status() {
    return status;
  }

  /** Whether the caller should come back over another connection, or cannot use this one. */
  boolean closes() {
    return this == TOO_LARGE || this == TOO_SLOW || this == NOT_SERVING;
  }

  String tag() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
