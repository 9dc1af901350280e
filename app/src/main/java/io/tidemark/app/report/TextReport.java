package io.tidemark.app.report;

import io.tidemark.api.text.Excerpt;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.SimulationReport.Expectations;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reports as text for people: step by step every decision and every change of usage with the reason
 * in words, then the state at the end, the expectations that failed and a closing count. Lines are
 * about 100 characters wide.
 */
public final class TextReport {
  private static final int MOST_FAILED_NAMES = 8;

  private final SimulationReport report;
  private final TextStyle style;
  private final TextLines lines;

  private TextReport(SimulationReport report, TextStyle style, StringBuilder out) {
    this.report = report;
    this.style = style;
    this.lines = new TextLines(out, style);
  }

  /** Each line ends in {@code \n}; a count over all closes several reports. */
  public static String text(List<SimulationReport> reports, TextStyle style) {
    StringBuilder out = new StringBuilder();
    for (SimulationReport report : reports) {
      out.append(out.length() == 0 ? "" : "\n\n");
      new TextReport(report, style, out).write();
    }
    if (reports.size() > 1) {
      out.append("\n\n").append(total(reports, style)).append('\n');
    }
    return out.toString();
  }

  /** {@code 3 pods: 2 bound, 1 denied; 5 expectations held, 0 failed}. */
  static String summary(SimulationReport report) {
    TreeMap<Decision, Long> counts =
        report.realPods().values().stream()
            .collect(
                Collectors.groupingBy(
                    SimulationReport.PodOutcome::decision, TreeMap::new, Collectors.counting()));
    String pods =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().text().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return Words.count(report.realPods().size(), "pod")
        + (pods.isEmpty() ? "" : ": " + pods)
        + "; "
        + summary(report.expectations());
  }

  private static String summary(Expectations expectations) {
    int failed = expectations.failures().size();
    if (expectations.passed() + failed == 0) {
      return "no expectations";
    }
    return Words.count(expectations.passed(), "expectation") + " held, " + failed + " failed";
  }

  private static String total(List<SimulationReport> reports, TextStyle style) {
    List<String> failed =
        reports.stream()
            .filter(report -> !report.expectations().failures().isEmpty())
            .map(report -> Excerpt.printable(report.scenario()))
            .toList();
    String text =
        Words.count(reports.size(), "scenario")
            + ": "
            + (reports.size() - failed.size())
            + " held, "
            + failed.size()
            + " failed";
    return failed.isEmpty()
        ? style.paint(Tone.GOOD, text)
        : style.paint(Tone.BAD, text + " (" + Words.some(failed, MOST_FAILED_NAMES) + ")");
  }

  private void write() {
    lines.title(report.scenario());
    History history = new History(report);
    writeSteps(history);
    EndState.write(report, history, lines, style);
    Expectations expectations = report.expectations();
    if (!expectations.failures().isEmpty()) {
      lines.section("Expectations that failed");
      expectations.failures().forEach(failure -> lines.paragraph(Tone.BAD, "  ", failure));
    }
    lines.blank();
    lines.line(
        style.paint(expectations.failures().isEmpty() ? Tone.GOOD : Tone.BAD, summary(report)));
  }

  private void writeSteps(History history) {
    TextEvents writer = new TextEvents(report, history, lines, style);
    SortedMap<Integer, List<Event>> events = new TreeMap<>();
    SortedMap<Integer, List<Integer>> moments = new TreeMap<>();
    for (int position = 0; position < history.moments().size(); position++) {
      int index = history.moments().get(position).index();
      events.computeIfAbsent(index, unused -> new ArrayList<>());
      moments.computeIfAbsent(index, unused -> new ArrayList<>()).add(position);
    }
    for (Event event : report.events()) {
      events.computeIfAbsent(event.index(), unused -> new ArrayList<>()).add(event);
    }
    events.forEach(
        (index, happened) -> writer.write(index, happened, moments.getOrDefault(index, List.of())));
  }
}
