package io.tidemark.app.report;

import io.tidemark.api.model.PodKey;
import java.util.ArrayList;
import java.util.List;

/** What the fills, lines and step numbers of a report's panels stand for. */
final class ChartKey {
  private static final int MOST_PODS = 42;
  private static final int MOST_STEPS = 60;
  private static final String CAPACITY = "capacity";
  private static final String RELEASE = "room given back at this step";
  private static final String OVER_FULL = "over-full: more is held than there is";

  private final Markup svg;
  private final ChartStyle style;
  private final double left;
  private final double right;

  ChartKey(Markup svg, ChartStyle style, double left, double right) {
    this.svg = svg;
    this.style = style;
    this.left = left;
    this.right = right;
  }

  /** Draws from that y downwards and returns where it ends. */
  double drawPods(PodFills fills, double top) {
    List<PodKey> pods = fills.pods();
    List<PodKey> shown = pods.subList(0, Math.min(MOST_PODS, pods.size()));
    KeyGrid grid = new KeyGrid(left, right, top, shown.stream().map(PodKey::toString).toList());
    for (PodKey pod : shown) {
      grid.advance();
      swatch(grid, PodFills.COLOURS.get(fills.colour(pod)));
      if (!fills.pattern(pod).isEmpty()) {
        swatch(grid, style.fill(fills.pattern(pod)));
      }
      text(grid, pod.toString());
    }
    more(grid, pods.size() - shown.size(), "more pod");
    return grid.bottom();
  }

  /** See {@link #drawPods}. */
  double drawMarks(boolean releases, boolean overFull, double top) {
    List<String> texts = new ArrayList<>(List.of(CAPACITY));
    if (releases) {
      texts.add(RELEASE);
    }
    if (overFull) {
      texts.add(OVER_FULL);
    }
    KeyGrid grid = new KeyGrid(left, right, top, texts);
    for (String text : texts) {
      grid.advance();
      double x = grid.x();
      double y = grid.baseline();
      switch (text) {
        case CAPACITY -> ChartPlot.line(svg, "tm-capacity", x, y - 4, x + 16, y - 4);
        case RELEASE -> ReleaseMarks.arrow(svg, x + 8, y - 13, y + 1);
        default -> swatch(grid, style.fill("over"));
      }
      text(grid, text);
    }
    return grid.bottom();
  }

  /** The labels that the axis has no room for; see {@link #drawPods}. */
  double drawSteps(ChartColumns columns, double top) {
    List<Integer> steps = new ArrayList<>();
    for (int i = 0; i < columns.count(); i++) {
      if (columns.moment(i).index() != 0) {
        steps.add(i);
      }
    }
    List<Integer> shown = steps.subList(0, Math.min(MOST_STEPS, steps.size()));
    KeyGrid grid =
        new KeyGrid(
            left,
            right,
            top,
            shown.stream().map(column -> columns.moment(column).label()).toList());
    for (int column : shown) {
      grid.advance();
      svg.text(
          "text",
          columns.number(column),
          "class",
          "tm-strong",
          "x",
          grid.x(),
          "y",
          grid.baseline());
      text(grid, columns.moment(column).label());
    }
    more(grid, steps.size() - shown.size(), "more step");
    return grid.bottom();
  }

  private void more(KeyGrid grid, int number, String what) {
    if (number > 0) {
      grid.advance();
      text(grid, "and " + Words.count(number, what));
    }
  }

  private void swatch(KeyGrid grid, String fill) {
    svg.empty(
        "rect", "fill", fill, "x", grid.x(), "y", grid.baseline() - 10, "width", 16, "height", 12);
  }

  private void text(KeyGrid grid, String text) {
    svg.text(
        "text",
        TextWidth.fit(text, 11, right - grid.x() - KeyGrid.SYMBOL),
        "class",
        "tm-faint",
        "x",
        grid.x() + KeyGrid.SYMBOL,
        "y",
        grid.baseline());
  }
}
