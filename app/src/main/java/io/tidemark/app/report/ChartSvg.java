package io.tidemark.app.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports as a drawing: the usage of each device that was ever used over the steps, stacked by pod,
 * with its capacity as a line and every release marked. The file stands by itself, has no script,
 * and follows a light or dark surrounding.
 */
public final class ChartSvg {
  private ChartSvg() {}

  /** A whole SVG document; several reports stand one below the other. */
  public static String text(List<SimulationReport> reports) {
    List<ChartDrawing> drawings = reports.stream().map(ChartDrawing::new).toList();
    String title =
        "Device usage: "
            + reports.stream().map(SimulationReport::scenario).collect(Collectors.joining(", "));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + svg(drawings, title, new ChartStyle(""), true);
  }

  /** The element for an HTML page that has its own heading and the style sheet once for all. */
  static String inline(SimulationReport report, int number) {
    return svg(
        List.of(new ChartDrawing(report)),
        "Device usage: " + report.scenario(),
        new ChartStyle("-" + number),
        false);
  }

  private static String svg(
      List<ChartDrawing> drawings, String title, ChartStyle style, boolean alone) {
    Markup content = new Markup();
    double height = 8;
    for (ChartDrawing drawing : drawings) {
      double top = alone ? drawing.drawHeading(content, height) : height;
      height = drawing.draw(content, style, top);
    }
    Markup svg = new Markup();
    String viewBox = "0 0 " + Markup.number(ChartDrawing.WIDTH) + " " + Markup.number(height);
    String labels = style.id("title") + " " + style.id("desc");
    if (alone) {
      svg.open(
          "svg",
          "xmlns",
          "http://www.w3.org/2000/svg",
          "class",
          "tm-chart",
          "role",
          "img",
          "aria-labelledby",
          labels,
          "viewBox",
          viewBox,
          "width",
          ChartDrawing.WIDTH,
          "height",
          height);
    } else {
      svg.open(
          "svg", "class", "tm-chart", "role", "img", "aria-labelledby", labels, "viewBox", viewBox);
    }
    svg.text("title", title, "id", style.id("title"));
    svg.text(
        "desc",
        drawings.stream().map(ChartDrawing::description).collect(Collectors.joining(" ")),
        "id",
        style.id("desc"));
    if (alone) {
      svg.open("style").raw(ChartStyle.sheet()).close("style");
    }
    style.definitions(svg);
    svg.empty("rect", "class", "tm-background", "width", "100%", "height", "100%");
    return svg.raw(content.toString()).close("svg").toString();
  }
}
