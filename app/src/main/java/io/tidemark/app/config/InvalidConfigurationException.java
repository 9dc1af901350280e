package io.tidemark.app.config;

/** A configuration that the program cannot run with; the message is one line for its user. */
public final class InvalidConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public InvalidConfigurationException(String message) {
    super(message);
  }
}
