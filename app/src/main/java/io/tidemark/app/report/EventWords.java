package io.tidemark.app.report;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Problem;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One event in words.
 *
 * @param subject the pod, device or object that it is about
 * @param word what happened to it
 * @param details why and how much, in parts that may stand on lines of their own
 */
record EventWords(String subject, Tone tone, String word, List<String> details) {
  static EventWords of(Event event) {
    if (event instanceof Event.Decided decided) {
      return decided(decided);
    }
    if (event instanceof Event.UsageChanged changed) {
      return changed(changed);
    }
    if (event instanceof Event.OverFull full) {
      return overFull(full.device());
    }
    return reported(((Event.Reported) event).problem());
  }

  private static EventWords decided(Event.Decided decided) {
    List<String> details = new ArrayList<>();
    Map<String, String> allocation = decided.allocation();
    String place = decided.node() == null ? "" : "on " + decided.node();
    if (allocation.size() == 1) {
      String only = allocation.values().iterator().next();
      details.add(place.isEmpty() ? only : place + ": " + only);
    } else {
      if (!place.isEmpty()) {
        details.add(place);
      }
      allocation.forEach((family, devices) -> details.add(family + ": " + devices));
    }
    if (decided.reason() != null) {
      details.add(decided.reason());
    }
    Decision decision = decided.decision();
    return new EventWords(decided.pod().toString(), tone(decision), decision.text(), details);
  }

  static Tone tone(Decision decision) {
    return switch (decision) {
      case BOUND -> Tone.GOOD;
      case DENIED -> Tone.BAD;
      case UNSCHEDULABLE -> Tone.WARNING;
      case PENDING, DELETED -> Tone.PLAIN;
    };
  }

  private static EventWords changed(Event.UsageChanged changed) {
    UsageChange.PodChange change = changed.change();
    List<String> details = new ArrayList<>();
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
        details.add(new Place(change.node(), device.uuid()) + " " + Words.change(before, after));
      }
    }
    details.add(0, changed.why() + (details.isEmpty() ? "" : ":"));
    String word = less == more ? "changed" : more ? "charged" : "freed";
    Tone tone = less && !more ? Tone.GOOD : Tone.PLAIN;
    return new EventWords(change.key().toString(), tone, word, details);
  }

  private static EventWords overFull(UsageChange.OverFull device) {
    return new EventWords(
        new Place(device.node(), device.device().uuid()).toString(),
        Tone.BAD,
        "over-full",
        List.of(
            "holds "
                + Words.amount(device.used())
                + " of "
                + Words.amount(device.capacity())
                + "; nothing new is placed here until that clears"));
  }

  private static EventWords reported(Problem problem) {
    String text =
        problem.field().isEmpty() ? problem.message() : problem.field() + ": " + problem.message();
    return new EventWords(problem.object(), Tone.WARNING, "problem", List.of(text));
  }
}
