package io.tidemark.app.report;

/** A bar of fixed width for the used part of a capacity. */
final class UsageBar {
  static final int CELLS = 16;

  private UsageBar() {}

  /**
   * Anything used shows at least one cell, and only a full device shows a full bar; more than there
   * is ends in {@code !}.
   */
  static String of(long used, long capacity, TextStyle style) {
    char full = style.unicode() ? '\u2588' : '#';
    char empty = style.unicode() ? '\u2591' : '.';
    int filled = filled(used, capacity);
    StringBuilder bar = new StringBuilder("[");
    bar.append(String.valueOf(full).repeat(filled));
    bar.append(String.valueOf(empty).repeat(CELLS - filled));
    if (used > capacity) {
      bar.setCharAt(CELLS, '!');
    }
    return bar.append(']').toString();
  }

  private static int filled(long used, long capacity) {
    if (used <= 0) {
      return 0;
    }
    if (used >= capacity) {
      return CELLS;
    }
    long scale = used > Long.MAX_VALUE / CELLS ? CELLS : 1;
    return (int) Math.max(1, used / scale * CELLS / (capacity / scale));
  }
}
