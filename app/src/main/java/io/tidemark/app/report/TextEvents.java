package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.text.Excerpt;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.List;

/** One step of a report as text: what happened, and the devices that hold another amount after. */
final class TextEvents {
  private static final int MOST_BARS = 16;

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
   * @param positions the moments after this step; a start where nothing is there is not shown
   */
  void write(int index, List<Event> events, List<Integer> positions) {
    List<Place> changed = changed(positions);
    boolean nothing = events.isEmpty() && changed.isEmpty();
    if (index == 0 && nothing) {
      return;
    }
    lines.blank();
    String label = label(index, events, positions);
    lines.line(
        style.paint(
            nothing ? Tone.FAINT : Tone.HEADING,
            index == 0 ? label : "step " + index + "  " + label));
    events.forEach(this::write);
    writeBars(changed, positions);
  }

  private String label(int index, List<Event> events, List<Integer> positions) {
    if (!positions.isEmpty()) {
      return Excerpt.printable(history.moments().get(positions.get(0)).label());
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

  private List<Place> changed(List<Integer> positions) {
    if (positions.isEmpty()) {
      return List.of();
    }
    int before = positions.get(0) - 1;
    int after = positions.get(positions.size() - 1);
    return positions.stream()
        .flatMap(position -> history.changedAt(position).stream())
        .distinct()
        .filter(place -> differ(history.level(before, place), history.level(after, place)))
        .toList();
  }

  private void writeBars(List<Place> changed, List<Integer> positions) {
    for (Place place : changed.subList(0, Math.min(MOST_BARS, changed.size()))) {
      DeviceLevel level = history.level(positions.get(positions.size() - 1), place);
      DeviceText text = DeviceText.of(level, style);
      entry(place.toString(), text.tone(), text.bar(), List.of(text.amounts()));
    }
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
