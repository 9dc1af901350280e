package io.tidemark.app.report;

import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.SimulationReport.Moment;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports as one HTML page that needs nothing else: the drawings of {@link ChartSvg} with tooltips,
 * and the same story as tables, for reading and for assistive technology. No script, and nothing is
 * loaded from anywhere.
 */
public final class ChartHtml {
  private static final String SHEET =
      """
      :root { color-scheme: light dark; }
      body { margin: 0; font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
        color: #24292f; background: #ffffff; }
      main { max-width: 1040px; margin: 0 auto; padding: 16px 24px 64px; }
      h1 { font-size: 24px; }
      h2 { font-size: 20px; margin-top: 48px; border-top: 1px solid #d0d7de; padding-top: 24px; }
      h3 { font-size: 16px; margin-top: 32px; }
      figure { margin: 16px 0; overflow-x: auto; }
      figure svg { display: block; width: 100%; min-width: 640px; height: auto; }
      figcaption, .faint { color: #57606a; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; font-size: 14px; }
      caption { text-align: left; padding: 4px 0; color: #57606a; }
      th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0;
        border-bottom: 1px solid #d0d7de; }
      th { font-weight: 600; }
      th[scope=col], td.word { white-space: nowrap; }
      td.long { overflow-wrap: anywhere; min-width: 20em; }
      nav a { margin-right: 12px; }
      .good { color: #116329; }
      .bad { color: #a40e26; font-weight: 600; }
      .warning { color: #7d4e00; font-weight: 600; }
      @media (prefers-color-scheme: dark) {
        body { color: #e6edf3; background: #0d1117; }
        h2, th, td { border-color: #30363d; }
        figcaption, .faint, caption { color: #9aa4af; }
        .good { color: #56d364; }
        .bad { color: #ff7b72; }
        .warning { color: #e3b341; }
      }
      """;

  private final Markup html = new Markup();

  private ChartHtml() {}

  /** A whole page; several reports stand one below the other, with a list of them at the top. */
  public static String text(List<SimulationReport> reports) {
    ChartHtml page = new ChartHtml();
    page.write(reports);
    return page.html.toString();
  }

  private void write(List<SimulationReport> reports) {
    html.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    html.text(
        "title",
        reports.size() == 1
            ? "Tidemark: " + reports.get(0).scenario()
            : "Tidemark: " + Words.count(reports.size(), "scenario"));
    html.open("style").raw(SHEET).raw(ChartStyle.sheet()).close("style");
    html.close("head").open("body").open("main");
    html.text("h1", "Tidemark simulation");
    if (reports.size() > 1) {
      contents(reports);
    }
    for (int i = 0; i < reports.size(); i++) {
      report(reports.get(i), i + 1);
    }
    html.close("main").close("body").close("html");
  }

  private void contents(List<SimulationReport> reports) {
    html.open("nav", "aria-label", "Scenarios").open("ul");
    for (int i = 0; i < reports.size(); i++) {
      SimulationReport report = reports.get(i);
      html.open("li");
      html.text("a", report.scenario(), "href", "#report-" + (i + 1));
      summary("span", report);
      html.close("li");
    }
    html.close("ul").close("nav");
  }

  private void report(SimulationReport report, int number) {
    String heading = "report-" + number;
    html.open("section", "aria-labelledby", heading);
    html.text("h2", report.scenario(), "id", heading);
    summary("p", report);
    if (!report.expectations().failures().isEmpty()) {
      html.text("h3", "Expectations that failed").open("ul");
      report.expectations().failures().forEach(failure -> html.text("li", failure));
      html.close("ul");
    }
    html.open("figure").raw(ChartSvg.inline(report, number));
    html.text(
        "figcaption",
        "What each device holds after each step, stacked by pod. The dashed line is the"
            + " device's capacity; an arrow marks room that a pod gave back. Point at a"
            + " block or an arrow for its numbers.");
    html.close("figure");
    timeline(report);
    EndTables.write(report, html);
    html.close("section");
  }

  private void summary(String element, SimulationReport report) {
    html.text(
        element,
        TextReport.summary(report),
        "class",
        report.expectations().failures().isEmpty() ? "good" : "bad");
  }

  private void timeline(SimulationReport report) {
    if (report.events().isEmpty()) {
      return;
    }
    Map<Integer, String> labels = new HashMap<>();
    for (Moment moment : report.moments()) {
      labels.putIfAbsent(moment.index(), moment.label());
    }
    html.text("h3", "Timeline").open("div", "class", "scroll").open("table");
    html.text("caption", "Every decision and every change of usage, in order");
    html.open("thead").open("tr");
    for (String column : List.of("Step", "Action", "Pod or object", "What", "Why and how much")) {
      html.text("th", column, "scope", "col");
    }
    html.close("tr").close("thead").open("tbody");
    for (Event event : report.events()) {
      EventWords words = EventWords.of(event);
      html.open("tr");
      html.text("td", event.index() == 0 ? "start" : Integer.toString(event.index()));
      html.text("td", labels.getOrDefault(event.index(), ""));
      html.text("td", words.subject());
      html.text("td", words.word(), "class", ("word " + cssClass(words.tone())).strip());
      html.text("td", String.join(" ", words.details()), "class", "long");
      html.close("tr");
    }
    html.close("tbody").close("table").close("div");
  }

  static String cssClass(Tone tone) {
    return switch (tone) {
      case GOOD -> "good";
      case BAD -> "bad";
      case WARNING -> "warning";
      case FAINT -> "faint";
      case PLAIN, HEADING -> "";
    };
  }
}
