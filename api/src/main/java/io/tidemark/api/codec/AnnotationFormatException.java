package io.tidemark.api.codec;

/** An annotation text that cannot be read; the message says what is wrong, without the object. */
public final class AnnotationFormatException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  public AnnotationFormatException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What is wrong with the text. */
  public String reason() {
    return reason;
  }
}
