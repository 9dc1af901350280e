package io.tidemark.app.report;

import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.DeviceSeries.Block;
import java.util.HashSet;
import java.util.Set;

/** Draws one measure of one device: grid, stack by pod, capacity and what is over it. */
final class ChartPlot {
  private static final double NEAREST_TICKS = 12;
  private static final double LABEL_HEIGHT = 14;

  private final DeviceSeries series;
  private final ChartColumns columns;
  private final ChartScale scale;
  private final double x;
  private final double width;

  ChartPlot(
      DeviceSeries series,
      ChartColumns columns,
      double x,
      double width,
      double top,
      double height) {
    this.series = series;
    this.columns = columns;
    this.x = x;
    this.width = width;
    long largest = Math.max(series.largestCapacity(), series.peak());
    this.scale = new ChartScale(largest + largest / 25, top + height, height);
  }

  ChartScale scale() {
    return scale;
  }

  /** The left edge of a column. */
  double x(int column) {
    return x + width * column / series.columns();
  }

  double right() {
    return x + width;
  }

  void draw(Markup svg, ChartStyle style, PodFills fills) {
    drawTicks(svg);
    drawStack(svg, style, fills);
    drawOver(svg, style);
    drawCapacity(svg);
    line(svg, "tm-axis", x, scale.bottom(), x + width, scale.bottom());
  }

  private void drawTicks(Markup svg) {
    long capacity = series.largestCapacity();
    boolean narrow = scale.height() < 4 * NEAREST_TICKS;
    for (long tick : scale.ticks(series.measure())) {
      boolean besideCapacity =
          capacity > 0 && Math.abs(scale.height(capacity) - scale.height(tick)) < NEAREST_TICKS;
      if (besideCapacity || (narrow && tick != 0)) {
        continue;
      }
      line(svg, "tm-grid", x, scale.y(tick), x + width, scale.y(tick));
      tickLabel(svg, tick, "tm-faint");
    }
    if (capacity > 0) {
      tickLabel(svg, capacity, "tm-strong");
    }
  }

  private void tickLabel(Markup svg, long amount, String cssClass) {
    svg.text(
        "text",
        ChartScale.label(amount, series.measure()),
        "class",
        cssClass,
        "x",
        x - 6,
        "y",
        scale.y(amount) + 4,
        "text-anchor",
        "end");
  }

  private void drawStack(Markup svg, ChartStyle style, PodFills fills) {
    Set<PodKey> named = new HashSet<>();
    for (Block block : series.blocks()) {
      double left = x(block.from());
      double blockWidth = x(block.to()) - left;
      double top = scale.y(block.bottom() + block.amount());
      double height = scale.height(block.amount());
      String title = title(block);
      rect(
          svg,
          title,
          "tm-block",
          PodFills.COLOURS.get(fills.colour(block.pod())),
          left,
          top,
          blockWidth,
          height);
      String pattern = fills.pattern(block.pod());
      if (!pattern.isEmpty()) {
        rect(svg, title, "tm-pattern", style.fill(pattern), left, top, blockWidth, height);
      }
      String name = block.pod().toString();
      if (pattern.isEmpty()
          && height >= LABEL_HEIGHT
          && TextWidth.of(name, 11) + 8 <= blockWidth
          && named.add(block.pod())) {
        svg.text(
            "text",
            name,
            "class",
            fills.colour(block.pod()) == 0 ? "tm-on-dark" : "tm-on-light",
            "x",
            left + blockWidth / 2,
            "y",
            top + height / 2 + 4,
            "text-anchor",
            "middle");
      }
    }
  }

  private String title(Block block) {
    String steps =
        block.to() - block.from() == 1
            ? columns.title(block.from())
            : "from " + columns.title(block.from()) + " to " + columns.title(block.to() - 1);
    return block.pod() + ": " + block.amount() + " " + series.measure().unit() + ", " + steps;
  }

  private void drawOver(Markup svg, ChartStyle style) {
    for (int from = 0; from < series.columns(); ) {
      int to = from + 1;
      long capacity = series.capacity(from);
      long total = series.total(from);
      while (to < series.columns()
          && series.capacity(to) == capacity
          && series.total(to) == total) {
        to++;
      }
      if (total > capacity) {
        rect(
            svg,
            "over-full: " + total + " of " + capacity + " " + series.measure().unit(),
            "tm-over",
            style.fill("over"),
            x(from),
            scale.y(total),
            x(to) - x(from),
            scale.height(total - capacity));
      }
      from = to;
    }
  }

  /** A line as long as the device is registered with that capacity. */
  private void drawCapacity(Markup svg) {
    for (int from = 0; from < series.columns(); ) {
      int to = from + 1;
      long capacity = series.capacity(from);
      while (to < series.columns() && series.capacity(to) == capacity) {
        to++;
      }
      if (capacity > 0) {
        line(svg, "tm-capacity", x(from), scale.y(capacity), x(to), scale.y(capacity));
      }
      from = to;
    }
  }

  private static void rect(
      Markup svg,
      String title,
      String cssClass,
      String fill,
      double x,
      double y,
      double width,
      double height) {
    svg.titled(
        "rect", title, "class", cssClass, "fill", fill, "x", x, "y", y, "width", width, "height",
        height);
  }

  static void line(Markup svg, String cssClass, double x1, double y1, double x2, double y2) {
    svg.empty("line", "class", cssClass, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }
}
