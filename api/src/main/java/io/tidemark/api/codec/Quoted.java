package io.tidemark.api.codec;

/** Texts of unknown origin in messages: in quotes, short, and on one line. */
final class Quoted {
  private static final int MAX_LENGTH = 60;

  private Quoted() {}

  static String of(String text) {
    return '"' + plain(text) + '"';
  }

  /** Without quotes, for text that is JSON already. */
  static String plain(String text) {
    String shown = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 3) + "...";
    return shown.codePoints().allMatch(c -> c >= ' ' && c != 0x7f)
        ? shown
        : shown.replaceAll("\\p{Cntrl}", "?");
  }
}
