package io.tidemark.app.config;

/** Failures in one line for a log or a user. */
public final class Causes {
  private Causes() {}

  /**
   * The message of a failure, and that of what caused it in the first place: clients of the API
   * server say what they did, and only the cause says why it failed.
   */
  public static String line(Throwable failure) {
    String message = text(failure);
    String cause = text(root(failure));
    String line = message.contains(cause) ? message : message + ": " + cause;
    return line.replaceAll("\\s*\\R\\s*", " ").strip();
  }

  /** What caused a failure in the first place; itself where nothing did. */
  public static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String text(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message;
  }
}
