package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import java.util.List;

/** One of the three resources of a device. */
enum Measure {
  MEMORY("MiB"),
  CORES("% cores"),
  SLOTS("slots");

  private final String unit;

  Measure(String unit) {
    this.unit = unit;
  }

  String unit() {
    return unit;
  }

  long of(DeviceAmount amount) {
    return switch (this) {
      case MEMORY -> amount.memoryMiB();
      case CORES -> amount.cores();
      case SLOTS -> amount.slots();
    };
  }

  /**
   * The one to show a device by: memory, unless none of the amounts has any (some families count
   * cores or containers only).
   */
  static Measure main(List<DeviceAmount> amounts) {
    for (Measure measure : values()) {
      if (amounts.stream().anyMatch(amount -> measure.of(amount) != 0)) {
        return measure;
      }
    }
    return MEMORY;
  }
}
