package io.tidemark.app.report;

/** The style sheet and the patterns of a chart; class and id names start with {@code tm-}. */
final class ChartStyle {
  private static final String SHEET =
      """
      .tm-chart text { font-family: system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
        font-size: 11px; fill: #24292f; }
      .tm-chart .tm-heading { font-size: 18px; font-weight: 600; }
      .tm-chart .tm-name { font-size: 13px; font-weight: 600; }
      .tm-chart .tm-faint { fill: #57606a; }
      .tm-chart .tm-refused { fill: #a40e26; }
      .tm-chart .tm-strong { font-weight: 600; }
      .tm-chart .tm-on-dark { fill: #ffffff; }
      .tm-chart .tm-on-light { fill: #1b1f24; }
      .tm-background { fill: #ffffff; }
      .tm-grid { stroke: #d0d7de; stroke-width: 1; }
      .tm-axis { stroke: #8c959f; stroke-width: 1; }
      .tm-block { stroke: #ffffff; stroke-width: 1; }
      .tm-capacity { stroke: #24292f; stroke-width: 1.5; stroke-dasharray: 6 3; fill: none; }
      .tm-halo { stroke: #ffffff; stroke-width: 5; stroke-linecap: round; }
      .tm-arrow { stroke: #24292f; stroke-width: 1.75; }
      .tm-head { fill: #24292f; stroke: #ffffff; stroke-width: 1; }
      .tm-leader { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 1 3; }
      .tm-over { stroke: #a40e26; stroke-width: 1.5; }
      @media (prefers-color-scheme: dark) {
        .tm-chart text { fill: #e6edf3; }
        .tm-chart .tm-faint { fill: #9aa4af; }
        .tm-chart .tm-on-dark { fill: #ffffff; }
        .tm-chart .tm-on-light { fill: #1b1f24; }
        .tm-chart .tm-refused { fill: #ff7b72; }
        .tm-background { fill: #0d1117; }
        .tm-grid { stroke: #30363d; }
        .tm-block { stroke: #0d1117; }
        .tm-capacity { stroke: #e6edf3; }
        .tm-halo { stroke: #0d1117; }
        .tm-arrow { stroke: #e6edf3; }
        .tm-head { fill: #e6edf3; stroke: #0d1117; }
        .tm-over { stroke: #ff7b72; }
      }
      """;

  private final String suffix;

  /**
   * @param suffix keeps ids apart where several charts stand in one page
   */
  ChartStyle(String suffix) {
    this.suffix = suffix;
  }

  static String sheet() {
    return SHEET;
  }

  String id(String name) {
    return "tm-" + name + suffix;
  }

  String fill(String pattern) {
    return "url(#" + id(pattern) + ")";
  }

  void definitions(Markup svg) {
    svg.open("defs");
    pattern(svg, "lines", 6)
        .empty("path", "d", "M0 6 L6 0", "stroke", "#1b1f24", "stroke-width", 1)
        .close("pattern");
    pattern(svg, "dots", 6)
        .empty("circle", "cx", 3, "cy", 3, "r", 1.25, "fill", "#1b1f24")
        .close("pattern");
    pattern(svg, "over", 8)
        .empty("rect", "width", 8, "height", 8, "fill", "#ffffff", "fill-opacity", "0.6")
        .empty("path", "d", "M0 0 L8 8 M0 8 L8 0", "stroke", "#a40e26", "stroke-width", 1.25)
        .close("pattern");
    svg.close("defs");
  }

  private Markup pattern(Markup svg, String name, int size) {
    return svg.open(
        "pattern", "id", id(name), "width", size, "height", size, "patternUnits", "userSpaceOnUse");
  }
}
