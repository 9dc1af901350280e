package io.tidemark.controlplane;

/** No control plane can be had here. The message is one line that says what is missing. */
public final class ControlPlaneUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line: what is missing, and what would help
   */
  public ControlPlaneUnavailable(String message) {
    super(message);
  }

  /**
   * @param message one line: what is missing, and what would help
   * @param cause what went wrong
   */
  public ControlPlaneUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
