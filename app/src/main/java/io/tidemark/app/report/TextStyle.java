package io.tidemark.app.report;

/**
 * How text may look where it is shown. Whoever knows the output decides: a terminal, {@code
 * NO_COLOR}, its character set.
 *
 * @param colour ANSI escape sequences may be used
 * @param unicode characters outside ASCII may be used
 */
public record TextStyle(boolean colour, boolean unicode) {
  /** For files, pipes and terminals of which nothing is known. */
  public static final TextStyle PLAIN = new TextStyle(false, false);

  enum Tone {
    PLAIN(""),
    HEADING("1"),
    FAINT("2"),
    GOOD("32"),
    BAD("31"),
    WARNING("33");

    private final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  String paint(Tone tone, String text) {
    return colour && tone != Tone.PLAIN && !text.isEmpty()
        ? "\u001b[" + tone.code + "m" + text + "\u001b[0m"
        : text;
  }

  /** How the rule under a heading is drawn. */
  String rule(int width) {
    return (unicode ? "\u2500" : "-").repeat(width);
  }
}
