package io.tidemark.api.text;

/**
 * Texts of unknown origin as a message shows them: on one line, without characters that a terminal
 * would obey, and short. What is cut off leaves three dots; no character is cut in two.
 */
public final class Excerpt {
  /** Enough to find the place again in an annotation or a file. */
  private static final int LENGTH = 60;

  private static final String CUT = "...";

  private Excerpt() {}

  /** At most 60 {@code char}s of the text. */
  public static String of(String text) {
    return of(text, LENGTH);
  }

  /** The same in quotes, which come on top. */
  public static String quoted(String text) {
    return '"' + of(text) + '"';
  }

  /**
   * @param most {@code char}s of the result; at least 3
   */
  public static String of(String text, int most) {
    return printable(text.length() <= most ? text : start(text, most - CUT.length()) + CUT);
  }

  /**
   * The whole text with a blank for every tab and line break, and a question mark for every other
   * control or format character and for half a surrogate pair.
   */
  public static String printable(String text) {
    if (text.codePoints().allMatch(Excerpt::isPrintable)) {
      return text;
    }
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> isPrintable(point) ? point : isBlank(point) ? ' ' : '?')
        .forEach(printable::appendCodePoint);
    return printable.toString();
  }

  private static String start(String text, int length) {
    boolean inPair =
        length > 0
            && Character.isHighSurrogate(text.charAt(length - 1))
            && Character.isLowSurrogate(text.charAt(length));
    return text.substring(0, inPair ? length - 1 : length);
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static boolean isBlank(int point) {
    return Character.isWhitespace(point) || point == 0x85;
  }
}
