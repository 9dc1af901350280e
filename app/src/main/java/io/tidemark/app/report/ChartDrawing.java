package io.tidemark.app.report;

import java.util.List;
import java.util.stream.Collectors;

/** One report as a drawing: a heading, a panel for each device ever used, and the keys. */
final class ChartDrawing {
  static final double WIDTH = 960;
  private static final double MARGIN = 24;
  private static final double PANEL_GAP = 24;
  private static final double HEADING = 40;
  private static final int MOST_PANELS = 64;

  private final SimulationReport report;
  private final ChartColumns columns;
  private final PodFills fills;
  private final List<ChartPanel> panels;
  private final int leftOut;
  private final int perRow;
  private final double panelWidth;
  private final double plotHeight;
  private final StepAxis axis;

  ChartDrawing(SimulationReport report) {
    this.report = report;
    History history = new History(report);
    this.columns = ChartColumns.of(report, history);
    this.fills = new PodFills(history);
    List<ChartPanel> all = ChartPanel.of(columns);
    this.panels = all.subList(0, Math.min(MOST_PANELS, all.size()));
    this.leftOut = all.size() - panels.size();
    this.perRow = panels.size() <= 2 ? 1 : panels.size() <= 12 ? 2 : 3;
    this.panelWidth = (WIDTH - 2 * MARGIN - (perRow - 1) * PANEL_GAP) / perRow;
    this.plotHeight = perRow == 1 ? 200 : perRow == 2 ? 140 : 100;
    this.axis = new StepAxis(columns, ChartPanel.plotWidth(panelWidth));
  }

  /** What the drawing shows, in a sentence for each device. */
  String description() {
    if (panels.isEmpty()) {
      return "No device is used.";
    }
    String devices = panels.stream().map(ChartPanel::description).collect(Collectors.joining("; "));
    return "Usage of "
        + Words.count(panels.size(), "device")
        + " over "
        + Words.count(columns.count(), "moment")
        + ", by pod. "
        + devices
        + (leftOut == 0 ? "." : "; " + leftOutText() + ".");
  }

  /** Draws the heading from that y downwards and returns where it ends. */
  double drawHeading(Markup svg, double top) {
    svg.text(
        "text",
        TextWidth.fitBold(report.scenario(), 18, WIDTH - 2 * MARGIN),
        "class",
        "tm-heading",
        "x",
        MARGIN,
        "y",
        top + 26);
    return top + HEADING;
  }

  /** Draws the panels and keys from that y downwards and returns where they end. */
  double draw(Markup svg, ChartStyle style, double top) {
    double y = top;
    if (panels.isEmpty()) {
      faint(svg, "No device is used at any step.", MARGIN, y + 12);
      return y + 36;
    }
    for (int first = 0; first < panels.size(); first += perRow) {
      List<ChartPanel> row = panels.subList(first, Math.min(first + perRow, panels.size()));
      boolean withCores = row.stream().anyMatch(ChartPanel::hasCores);
      for (int i = 0; i < row.size(); i++) {
        double x = MARGIN + i * (panelWidth + PANEL_GAP);
        row.get(i).draw(svg, style, fills, axis, x, y, panelWidth, plotHeight, withCores);
      }
      y += ChartPanel.height(plotHeight, withCores, axis.height()) + 16;
    }
    if (leftOut > 0) {
      faint(svg, leftOutText(), MARGIN, y + 8);
      y += 24;
    }
    return drawKey(svg, style, y + 8) + 8;
  }

  private String leftOutText() {
    return Words.count(leftOut, "more device") + " in use, not drawn";
  }

  private double drawKey(Markup svg, ChartStyle style, double top) {
    ChartKey key = new ChartKey(svg, style, MARGIN, WIDTH - MARGIN);
    double y = key.drawPods(fills, top);
    y =
        key.drawMarks(
            panels.stream().anyMatch(ChartPanel::hasReleases),
            panels.stream().anyMatch(ChartPanel::isOverFull),
            y);
    return axis.needsKey() ? key.drawSteps(columns, y + 8) : y;
  }

  private static void faint(Markup svg, String text, double x, double y) {
    svg.text("text", text, "class", "tm-faint", "x", x, "y", y);
  }
}
