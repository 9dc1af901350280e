package io.tidemark.app.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The steps under a plot: with their labels where every column is wide enough for its words, else
 * numbers, as many as there is room for.
 */
final class StepAxis {
  private static final int MOST_LINES = 5;
  private static final double LINE = 13;
  private static final double FIRST_BASELINE = 15;
  private static final double GAP = 8;

  private final ChartColumns columns;
  private final List<List<String>> texts = new ArrayList<>();
  private final int every;
  private final boolean labelled;

  /**
   * @param plotWidth of every panel that this axis is drawn in
   */
  StepAxis(ChartColumns columns, double plotWidth) {
    this.columns = columns;
    double columnWidth = plotWidth / Math.max(1, columns.count());
    double room = columnWidth - GAP;
    double widestNumber = 0;
    boolean fits = true;
    for (int i = 0; i < columns.count(); i++) {
      List<String> text = new ArrayList<>();
      text.add(columns.number(i));
      if (columns.moment(i).index() != 0) {
        text.addAll(lines(columns.moment(i).label(), room));
        if (!columns.refusal(i).isEmpty()) {
          text.add(columns.refusal(i));
        }
      }
      texts.add(text);
      widestNumber = Math.max(widestNumber, TextWidth.of(columns.number(i), 11));
      fits &=
          text.size() <= MOST_LINES
              && text.stream().allMatch(line -> TextWidth.of(line, 11) <= room);
    }
    this.labelled = fits;
    this.every = round((widestNumber + GAP) / columnWidth);
  }

  /** The next of 1, 2, 5, 10, 20, 50 and so on. */
  private static int round(double least) {
    int step = 1;
    for (int i = 0; step < least; i++) {
      step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
  }

  private static List<String> lines(String label, double room) {
    int characters = (int) Math.max(1, room / TextWidth.of("n", 11));
    return Words.wrap(label, characters);
  }

  /** Whether a reader needs a list of the steps elsewhere. */
  boolean needsKey() {
    return !labelled;
  }

  double height() {
    int lines = labelled ? texts.stream().mapToInt(List::size).reduce(1, Math::max) : 1;
    return FIRST_BASELINE + (lines - 1) * LINE + 6;
  }

  void draw(Markup svg, double x, double width, double top) {
    double columnWidth = width / Math.max(1, columns.count());
    for (int i = 0; i < columns.count(); i++) {
      double left = x + width * i / columns.count();
      if (i > 0 && i % every == 0) {
        ChartPlot.line(svg, "tm-axis", left, top, left, top + 4);
      }
      if (i % every != 0) {
        continue;
      }
      List<String> lines = labelled ? texts.get(i) : texts.get(i).subList(0, 1);
      for (int line = 0; line < lines.size(); line++) {
        svg.text(
            "text",
            lines.get(line),
            "class",
            cssClass(i, line, lines.size()),
            "x",
            left + columnWidth / 2,
            "y",
            top + FIRST_BASELINE + line * LINE,
            "text-anchor",
            "middle");
      }
    }
  }

  private String cssClass(int column, int line, int lines) {
    boolean refusal = line > 0 && line == lines - 1 && !columns.refusal(column).isEmpty();
    return line == 0 ? "tm-strong" : refusal ? "tm-refused" : "tm-faint";
  }
}
