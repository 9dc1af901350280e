package io.tidemark.app.report;

/** Estimates how wide text is drawn, on the wide side, since a chart does not know the font. */
final class TextWidth {
  private static final double PER_CHARACTER = 0.62;
  private static final double PER_BOLD_CHARACTER = 0.68;

  private TextWidth() {}

  static double of(String text, int fontSize) {
    return text.codePointCount(0, text.length()) * fontSize * PER_CHARACTER;
  }

  static double ofBold(String text, int fontSize) {
    return text.codePointCount(0, text.length()) * fontSize * PER_BOLD_CHARACTER;
  }

  /** The text, or as much of its beginning as fits, with an ellipsis. */
  static String fit(String text, int fontSize, double width) {
    return fit(text, width / (fontSize * PER_CHARACTER));
  }

  /** See {@link #fit}. */
  static String fitBold(String text, int fontSize, double width) {
    return fit(text, width / (fontSize * PER_BOLD_CHARACTER));
  }

  private static String fit(String text, double characters) {
    if (text.codePointCount(0, text.length()) <= characters) {
      return text;
    }
    int most = (int) Math.max(1, characters - 1);
    return text.substring(0, text.offsetByCodePoints(0, most)) + "\u2026";
  }
}
