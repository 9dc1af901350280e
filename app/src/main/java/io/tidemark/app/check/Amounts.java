package io.tidemark.app.check;

import io.tidemark.api.model.DeviceAmount;
import java.util.ArrayList;
import java.util.List;

/** Amounts in words. */
final class Amounts {
  private Amounts() {}

  /** {@code 10240 MiB, 50 % cores, 1 slot}; cores only where one of the two has some. */
  static String text(DeviceAmount amount, DeviceAmount other) {
    if (amount.isZero()) {
      return "nothing";
    }
    List<String> parts = new ArrayList<>();
    if (amount.memoryMiB() != 0 || other.memoryMiB() != 0) {
      parts.add(amount.memoryMiB() + " MiB");
    }
    if (amount.cores() != 0 || other.cores() != 0) {
      parts.add(amount.cores() + " % cores");
    }
    parts.add(amount.slots() + (amount.slots() == 1 ? " slot" : " slots"));
    return String.join(", ", parts);
  }
}
