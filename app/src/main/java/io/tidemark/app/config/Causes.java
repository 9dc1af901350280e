package io.tidemark.app.config;

/** Failures in one line for a log or a user. */
public final class Causes {
  private Causes() {}

  /**
   * The message of a failure, and that of what caused it in the first place: clients of the API
   * server say what they did, and only the cause says why it failed.
   */
  public static String line(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = text(failure);
    String cause = text(root);
    String line = message.contains(cause) ? message : message + ": " + cause;
    return line.replaceAll("\\s*\\R\\s*", " ").strip();
  }

  private static String text(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message;
  }
}
