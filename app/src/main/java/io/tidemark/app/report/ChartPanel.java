package io.tidemark.app.report;

import io.tidemark.app.report.History.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The panel of one device: its name, its plot with the releases above, and the steps below. */
final class ChartPanel {
  private static final double HEADER = 34;
  private static final double LANE = 28;
  private static final double BAND_GAP = 12;
  private static final double BAND = 34;
  private static final double LEFT = 60;
  private static final double RIGHT = 10;

  private final Place place;
  private final ChartColumns columns;
  private final DeviceSeries main;
  private final @Nullable DeviceSeries cores;

  ChartPanel(ChartColumns columns, Place place) {
    this.place = place;
    this.columns = columns;
    Measure measure = DeviceSeries.mainMeasure(columns, place);
    this.main = DeviceSeries.of(columns, place, measure);
    DeviceSeries second = DeviceSeries.of(columns, place, Measure.CORES);
    this.cores = measure == Measure.MEMORY && second.peak() > 0 ? second : null;
  }

  boolean hasCores() {
    return cores != null;
  }

  boolean isOverFull() {
    return main.isOverFull() || (cores != null && cores.isOverFull());
  }

  boolean hasReleases() {
    return !main.releases().isEmpty();
  }

  static double plotWidth(double panelWidth) {
    return panelWidth - LEFT - RIGHT;
  }

  static double height(double plotHeight, boolean withCores, double axisHeight) {
    return HEADER + LANE + plotHeight + (withCores ? BAND_GAP + BAND : 0) + axisHeight;
  }

  /** {@code n1 GPU-0: at most 20 GiB of 24 GiB, 1 release}. */
  String description() {
    return place + ": " + extent() + ", " + Words.count(main.releases().size(), "release");
  }

  private String extent() {
    String peak = ChartScale.label(main.peak(), main.measure());
    return main.largestCapacity() == 0
        ? "at most " + peak + ", not registered"
        : "at most " + peak + " of " + ChartScale.label(main.largestCapacity(), main.measure());
  }

  /**
   * @param withCores whether any panel of the row has a band for cores
   */
  void draw(
      Markup svg,
      ChartStyle style,
      PodFills fills,
      StepAxis axis,
      double x,
      double y,
      double width,
      double plotHeight,
      boolean withCores) {
    svg.open("g");
    svg.text("title", description());
    svg.text(
        "text",
        TextWidth.fitBold(place.toString(), 13, width),
        "class",
        "tm-name",
        "x",
        x,
        "y",
        y + 12);
    svg.text("text", what(), "class", "tm-faint", "x", x, "y", y + 27);
    double plotX = x + LEFT;
    double plotWidth = plotWidth(width);
    double top = y + HEADER + LANE;
    ChartPlot plot = new ChartPlot(main, columns, plotX, plotWidth, top, plotHeight);
    plot.draw(svg, style, fills);
    ReleaseMarks.draw(svg, main, plot, columns, y + HEADER, LANE);
    double bottom = top + plotHeight;
    if (cores != null) {
      ChartPlot band = new ChartPlot(cores, columns, plotX, plotWidth, bottom + BAND_GAP, BAND);
      band.draw(svg, style, fills);
    }
    axis.draw(svg, plotX, plotWidth, bottom + (withCores ? BAND_GAP + BAND : 0));
    svg.close("g");
  }

  private String what() {
    String measure =
        switch (main.measure()) {
          case MEMORY -> "memory";
          case CORES -> "cores";
          case SLOTS -> "slots";
        };
    return measure + (cores == null ? "" : " and cores") + ": " + extent();
  }

  static List<ChartPanel> of(ChartColumns columns) {
    History history = columns.history();
    return history.places().stream()
        .filter(history::everUsed)
        .map(place -> new ChartPanel(columns, place))
        .toList();
  }
}
