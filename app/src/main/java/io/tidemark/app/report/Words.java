package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.text.Excerpt;
import java.util.ArrayList;
import java.util.List;

/** Amounts, counts and lists as people read them; lines of limited width. */
public final class Words {
  static final int WIDTH = 100;

  private Words() {}

  static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  static String count(long number, String singular) {
    return number + " " + (number == 1 ? singular : singular + "s");
  }

  static String signed(long number) {
    return number > 0 ? "+" + number : Long.toString(number);
  }

  /** {@code 10240 MiB, 50 % cores, 1 slot}, without what is zero; {@code nothing} where all is. */
  static String amount(DeviceAmount amount) {
    List<String> parts = new ArrayList<>();
    if (amount.memoryMiB() != 0) {
      parts.add(amount.memoryMiB() + " MiB");
    }
    if (amount.cores() != 0) {
      parts.add(amount.cores() + " % cores");
    }
    if (amount.slots() != 0) {
      parts.add(count(amount.slots(), "slot"));
    }
    return parts.isEmpty() ? "nothing" : String.join(", ", parts);
  }

  /**
   * {@code 20480 -> 10240 MiB (-10240), cores 50 -> 25 % (-25)}, without what did not change. Slots
   * stand only where nothing else changed: they come and go with the rest.
   */
  static String change(DeviceAmount before, DeviceAmount after) {
    List<String> parts = new ArrayList<>();
    if (before.memoryMiB() != after.memoryMiB()) {
      parts.add(change("", before.memoryMiB(), after.memoryMiB(), " MiB"));
    }
    if (before.cores() != after.cores()) {
      parts.add(change("cores ", before.cores(), after.cores(), " %"));
    }
    if (parts.isEmpty() && before.slots() != after.slots()) {
      parts.add(change("slots ", before.slots(), after.slots(), ""));
    }
    return String.join(", ", parts);
  }

  static String change(String name, long before, long after, String unit) {
    return name + before + " -> " + after + unit + " (" + signed(after - before) + ")";
  }

  /** The first few, and how many more there are: {@code n1, n2 and 5 more}. */
  public static String some(List<String> names, int most) {
    return names.size() <= most
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
  }

  /**
   * Lines of at most that width without control characters, broken at spaces; a longer word has a
   * line of its own.
   */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : Excerpt.printable(text).split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
