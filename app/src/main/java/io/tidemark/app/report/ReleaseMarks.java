package io.tidemark.app.report;

import io.tidemark.app.report.DeviceSeries.Release;
import java.util.stream.Collectors;

/**
 * Marks the room that pods gave back: an arrow down from the usage before, and the amount above the
 * plot. Amounts that would overlap are left to the arrow's tooltip.
 */
final class ReleaseMarks {
  private static final double ROW = 13;
  private static final double GAP = 6;
  private static final double HEAD = 5;

  private ReleaseMarks() {}

  static void draw(
      Markup svg,
      DeviceSeries series,
      ChartPlot plot,
      ChartColumns columns,
      double laneTop,
      double laneHeight) {
    double[] free = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (Release release : series.releases()) {
      double x = plot.x(release.column());
      double from = plot.scale().y(release.before());
      double to = plot.scale().y(release.before() - release.amount());
      String label = "\u2212" + ChartScale.label(release.amount(), series.measure());
      double width = TextWidth.ofBold(label, 11);
      double centre = Math.min(x, plot.right() - width / 2);
      int row = free[0] <= centre - width / 2 ? 0 : free[1] <= centre - width / 2 ? 1 : -1;
      svg.open("g", "class", "tm-release");
      svg.text("title", title(release, series.measure(), columns));
      if (row >= 0) {
        free[row] = centre + width / 2 + GAP;
        double baseline = laneTop + laneHeight - 4 - row * ROW;
        ChartPlot.line(svg, "tm-leader", x, laneTop + laneHeight, x, from);
        svg.text(
            "text",
            label,
            "class",
            "tm-strong",
            "x",
            centre,
            "y",
            baseline,
            "text-anchor",
            "middle");
      }
      ChartPlot.line(svg, "tm-halo", x, from, x, to);
      arrow(svg, x, from, to);
      svg.close("g");
    }
  }

  /** An arrow down; one shorter than its head is a head alone. */
  static void arrow(Markup svg, double x, double from, double tip) {
    ChartPlot.line(svg, "tm-arrow", x, from, x, Math.max(from, tip - HEAD));
    String head = "M" + Markup.number(x) + " " + Markup.number(tip) + " l-5 -8 l10 0 z";
    svg.empty("path", "class", "tm-head", "d", head);
  }

  private static String title(Release release, Measure measure, ChartColumns columns) {
    return columns.title(release.column())
        + ": "
        + release.byPod().entrySet().stream()
            .map(pod -> pod.getKey() + " \u2212" + pod.getValue() + " " + measure.unit())
            .collect(Collectors.joining(", "));
  }
}
