package io.tidemark.app.http;

/** A request that is not what its endpoint takes; the message is one line for its sender. */
final class UnreadableRequestException extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableRequestException(String message) {
    super(message);
  }
}
