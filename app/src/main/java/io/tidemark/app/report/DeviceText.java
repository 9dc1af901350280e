package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;

/**
 * A device's usage as text.
 *
 * @param amounts {@code 10240 / 24576 MiB, cores 50 / 100 %, slots 1 / 10}; cores and slots only
 *     where some are used
 */
record DeviceText(String bar, String amounts, Tone tone) {
  static DeviceText of(DeviceLevel level, TextStyle style) {
    DeviceAmount used = History.total(level);
    DeviceAmount capacity = level.capacity();
    Measure main = Measure.main(List.of(capacity, used));
    boolean registered = !capacity.isZero();
    List<String> parts = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      if (measure == main || measure.of(used) != 0) {
        String amount =
            registered
                ? measure.of(used) + " / " + measure.of(capacity)
                : Long.toString(measure.of(used));
        parts.add(text(measure, amount));
      }
    }
    if (!registered) {
      parts.add("not registered");
    } else if (!used.fitsIn(capacity)) {
      parts.add("OVER-FULL");
    }
    return new DeviceText(
        UsageBar.of(main.of(used), main.of(capacity), style),
        String.join(", ", parts),
        used.fitsIn(capacity) ? Tone.PLAIN : Tone.BAD);
  }

  private static String text(Measure measure, String amount) {
    return switch (measure) {
      case MEMORY -> amount + " MiB";
      case CORES -> "cores " + amount + " %";
      case SLOTS -> "slots " + amount;
    };
  }
}
