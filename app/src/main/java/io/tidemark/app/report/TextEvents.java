package io.tidemark.app.report;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
    if (event instanceof Event.Decided decided) {
      write(decided);
    } else if (event instanceof Event.UsageChanged changed) {
      write(changed);
    } else if (event instanceof Event.OverFull full) {
      UsageChange.OverFull device = full.device();
      entry(
          new Place(device.node(), device.device().uuid()).toString(),
          Tone.BAD,
          "over-full",
          List.of(
              "holds "
                  + Words.amount(device.used())
                  + " of "
                  + Words.amount(device.capacity())
                  + "; nothing new is placed here until that clears"));
    } else if (event instanceof Event.Reported reported) {
      entry(
          reported.problem().object(),
          Tone.WARNING,
          "problem",
          List.of(
              reported.problem().field().isEmpty()
                  ? reported.problem().message()
                  : reported.problem().field() + ": " + reported.problem().message()));
    }
  }

  private void write(Event.Decided decided) {
    List<String> text = new ArrayList<>();
    Map<String, String> allocation = decided.allocation();
    String place = decided.node() == null ? "" : "on " + decided.node();
    if (allocation.size() == 1) {
      String only = allocation.values().iterator().next();
      text.add(place.isEmpty() ? only : place + ": " + only);
    } else {
      if (!place.isEmpty()) {
        text.add(place);
      }
      allocation.forEach((family, devices) -> text.add(family + ": " + devices));
    }
    if (decided.reason() != null) {
      text.add(decided.reason());
    }
    entry(decided.pod().toString(), tone(decided.decision()), decided.decision().text(), text);
  }

  private static Tone tone(Decision decision) {
    return switch (decision) {
      case BOUND -> Tone.GOOD;
      case DENIED -> Tone.BAD;
      case UNSCHEDULABLE -> Tone.WARNING;
      case PENDING, DELETED -> Tone.PLAIN;
    };
  }

  private void write(Event.UsageChanged changed) {
    UsageChange.PodChange change = changed.change();
    List<String> amounts = new ArrayList<>();
    boolean less = false;
    boolean more = false;
    for (DeviceId device :
        Stream.of(change.before(), change.after())
            .flatMap(footprint -> footprint.devices().keySet().stream())
            .distinct()
            .toList()) {
      DeviceAmount before = change.before().on(device);
      DeviceAmount after = change.after().on(device);
      if (!before.equals(after)) {
        less |= !before.fitsIn(after);
        more |= !after.fitsIn(before);
        amounts.add(new Place(change.node(), device.uuid()) + " " + Words.change(before, after));
      }
    }
    List<String> text = new ArrayList<>();
    String together = changed.why() + ": " + String.join("", amounts);
    if (amounts.size() == 1 && together.length() <= lines.textWidth(subjectWidth)) {
      text.add(together);
    } else {
      text.add(changed.why() + (amounts.isEmpty() ? "" : ":"));
      text.addAll(amounts);
    }
    String word = less && more ? "changed" : more ? "charged" : less ? "freed" : "changed";
    entry(change.key().toString(), less && !more ? Tone.GOOD : Tone.PLAIN, word, text);
  }

  private void writeBars(List<Integer> positions) {
    if (positions.isEmpty()) {
      return;
    }
    int before = positions.get(0) - 1;
    int after = positions.get(positions.size() - 1);
    List<Place> changed =
        history.places().stream()
            .filter(
                place ->
                    !totals(history.level(before, place))
                        .equals(totals(history.level(after, place))))
            .filter(place -> before >= 0 || !history.level(after, place).byPod().isEmpty())
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

  /** Used and capacity: who holds the device may change while both stay. */
  private static Map.Entry<DeviceAmount, DeviceAmount> totals(DeviceLevel level) {
    return Map.entry(History.total(level), level.capacity());
  }

  private void entry(String subject, Tone tone, String word, List<String> paragraphs) {
    lines.entry(subjectWidth, Words.clean(subject), tone, word, paragraphs);
  }
}
