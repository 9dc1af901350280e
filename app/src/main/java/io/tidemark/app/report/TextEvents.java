package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.List;

/** One step of a report as text: what happened, and the devices that hold another amount after. */
final class TextEvents {
  private static final int MOST_BARS = 16;

  /** A real cluster's pods that are there from the start are counted, not told one by one. */
  private static final int MOST_AT_START = 20;

  private final History history;
  private final TextLines lines;
  private final TextStyle style;
  private final int subjectWidth;

  TextEvents(SimulationReport report, History history, TextLines lines, TextStyle style) {
    this.history = history;
    this.lines = lines;
    this.style = style;
    this.subjectWidth = SubjectColumn.width(report, history);
  }

  /**
   * @param positions the moments after this step; an expectation that changes nothing is not shown
   */
  void write(int index, List<Event> events, List<Integer> positions) {
    String label = label(index, events, positions);
    if (events.isEmpty() && (index == 0 || label.startsWith("expect"))) {
      return;
    }
    lines.blank();
    lines.line(
        style.paint(
            events.isEmpty() ? Tone.FAINT : Tone.HEADING,
            index == 0 ? label : "step " + index + "  " + label));
    long changes = events.stream().filter(Event.UsageChanged.class::isInstance).count();
    boolean brief = index == 0 && changes > MOST_AT_START;
    if (brief) {
      lines.line("  " + changes + " pods are there from the start");
    }
    for (Event event : events) {
      if (!(brief && event instanceof Event.UsageChanged)) {
        write(event);
      }
    }
    if (!brief) {
      writeBars(positions);
    }
  }

  private String label(int index, List<Event> events, List<Integer> positions) {
    if (!positions.isEmpty()) {
      return Words.clean(history.moments().get(positions.get(0)).label());
    }
    for (Event event : events) {
      if (event instanceof Event.Decided decided) {
        return decided.step();
      }
      if (event instanceof Event.UsageChanged changed) {
        return changed.step();
      }
    }
    return index == 0 ? "start" : "";
  }

  private void write(Event event) {
    EventWords words = EventWords.of(event);
    List<String> details = words.details();
    String together = String.join(" ", details);
    boolean oneChange = event instanceof Event.UsageChanged && details.size() == 2;
    entry(
        words.subject(),
        words.tone(),
        words.word(),
        oneChange && together.length() <= lines.textWidth(subjectWidth)
            ? List.of(together)
            : details);
  }

  private void writeBars(List<Integer> positions) {
    if (positions.isEmpty()) {
      return;
    }
    int before = positions.get(0) - 1;
    int after = positions.get(positions.size() - 1);
    List<Place> changed =
        positions.stream()
            .flatMap(position -> history.changedAt(position).stream())
            .distinct()
            .filter(place -> differ(history.level(before, place), history.level(after, place)))
            .toList();
    changed.stream()
        .limit(MOST_BARS)
        .forEach(
            place -> {
              DeviceLevel level = history.level(after, place);
              DeviceText text = DeviceText.of(level, style);
              entry(place.toString(), text.tone(), text.bar(), List.of(text.amounts()));
            });
    if (changed.size() > MOST_BARS) {
      lines.line("  and " + Words.count(changed.size() - MOST_BARS, "more device"));
    }
  }

  /** Whether the sum or the capacity is another; at the start all that is empty is left out. */
  private static boolean differ(DeviceLevel before, DeviceLevel after) {
    DeviceAmount used = History.total(after);
    boolean appears = before.capacity().isZero() && before.byPod().isEmpty();
    return !used.equals(History.total(before))
        || (!after.capacity().equals(before.capacity()) && !(appears && used.isZero()));
  }

  private void entry(String subject, Tone tone, String word, List<String> paragraphs) {
    lines.entry(subjectWidth, subject, tone, word, paragraphs);
  }
}
