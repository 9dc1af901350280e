package io.tidemark.app.cluster.kubernetes;

import io.tidemark.api.text.Excerpt;
import io.tidemark.app.config.Causes;

/** Texts of others, cut to what fits in a line or field. */
final class OneLine {
  private static final String CUT = "…";
  private static final int CUT_BYTES = 3;

  private OneLine() {}

  /**
   * @param most characters, where the text has more
   */
  static String of(String text, int most) {
    return Excerpt.of(text.strip().replaceAll("\\s*\\R\\s*", " "), most);
  }

  /** Cuts between characters so that at most {@code most} bytes of UTF-8 remain. */
  static String cutToBytes(String text, int most) {
    int bytes = 0;
    int kept = 0;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      bytes += utf8Length(character);
      if (bytes > most) {
        return text.substring(0, kept) + CUT;
      }
      i += Character.charCount(character);
      if (bytes <= most - CUT_BYTES) {
        kept = i;
      }
    }
    return text;
  }

  private static int utf8Length(int character) {
    if (character < 0x80) {
      return 1;
    }
    if (character < 0x800) {
      return 2;
    }
    return character < 0x10000 ? 3 : 4;
  }

  /** The innermost message of a failure; its type where it has none. */
  static String of(Throwable failure, int most) {
    Throwable cause = Causes.root(failure);
    String message = cause.getMessage();
    return message == null || message.isBlank()
        ? cause.getClass().getSimpleName()
        : of(message, most);
  }
}
