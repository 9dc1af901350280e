package io.tidemark.app.simulation.scenario;

/** Input that cannot be simulated: one line with file, place and what is wrong there. */
public final class InputException extends Exception {
  private static final long serialVersionUID = 1;

  private final String line;

  /**
   * @param line line breaks in it, which only names and texts of the input can bring, become blanks
   */
  public InputException(String line) {
    this(line.lines().toList());
  }

  private InputException(java.util.List<String> lines) {
    super(String.join(" ", lines));
    this.line = String.join(" ", lines);
  }

  /** The whole message. */
  public String line() {
    return line;
  }
}
