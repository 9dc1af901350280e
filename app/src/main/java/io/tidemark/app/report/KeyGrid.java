package io.tidemark.app.report;

import java.util.Collection;

/** Places the entries of a key in equal columns, as many as the widest entry leaves room for. */
final class KeyGrid {
  /** The room for an entry's symbol before its text. */
  static final double SYMBOL = 24;

  private static final double GAP = 16;
  private static final double ROW = 18;

  private final double left;
  private final double top;
  private final double columnWidth;
  private final int columns;
  private int next;

  KeyGrid(double left, double right, double top, Collection<String> texts) {
    this.left = left;
    this.top = top;
    double widest = texts.stream().mapToDouble(text -> TextWidth.of(text, 11)).reduce(0, Math::max);
    this.columnWidth = SYMBOL + widest + GAP;
    this.columns = (int) Math.max(1, (right - left + GAP) / columnWidth);
  }

  /** Goes on to the place of the next entry. */
  void advance() {
    next++;
  }

  double x() {
    return left + (next - 1) % columns * columnWidth;
  }

  double baseline() {
    return top + (next - 1) / columns * ROW + ROW - 4;
  }

  double bottom() {
    return next == 0 ? top : baseline() + 4;
  }
}
