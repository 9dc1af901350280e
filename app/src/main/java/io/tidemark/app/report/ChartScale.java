package io.tidemark.app.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Places amounts on a vertical axis that starts at 0.
 *
 * @param bottom y of 0
 * @param height pixels from 0 to the largest amount
 */
record ChartScale(long largest, double bottom, double height) {
  private static final int MOST_TICKS = 5;
  private static final long MIB_PER_GIB = 1024;

  double y(long amount) {
    return bottom - height(amount);
  }

  double height(long amount) {
    return largest == 0 ? 0 : height * amount / largest;
  }

  /** Round amounts from 0 on: powers of two for memory, 1, 2 or 5 times a power of ten else. */
  List<Long> ticks(Measure measure) {
    long step = 1;
    for (int i = 0; largest / step >= MOST_TICKS; i++) {
      step = measure == Measure.MEMORY || i % 3 != 1 ? step * 2 : step / 2 * 5;
    }
    List<Long> ticks = new ArrayList<>();
    for (long tick = 0; tick <= largest; tick += step) {
      ticks.add(tick);
    }
    return ticks;
  }

  static String label(long amount, Measure measure) {
    return switch (measure) {
      case MEMORY ->
          amount != 0 && amount % MIB_PER_GIB == 0
              ? amount / MIB_PER_GIB + " GiB"
              : amount == 0 ? "0" : amount + " MiB";
      case CORES -> amount == 0 ? "0" : amount + " %";
      case SLOTS -> Long.toString(amount);
    };
  }
}
