package io.tidemark.api.family;

import io.tidemark.api.family.DeviceFamily.Format;
import io.tidemark.api.yaml.YamlFormatException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how a family's nodes show their cards. */
final class InventorySection {
  private InventorySection() {}

  static DeviceFamily.Inventory read(FamilySection section, DeviceFamily.Resources resources)
      throws YamlFormatException {
    section.allow(
        "register",
        "format",
        "capacity",
        "keys",
        "forcedCores",
        "needsCapacity",
        "typeContains",
        "handshake",
        "cordon",
        "pairScores");
    Format format = section.choice("format", Format.JSON, Format.values());
    boolean byCapacity = format == Format.CAPACITY;
    if (byCapacity && section.has("register")) {
      throw section.wrong("register", "is of no use with format capacity");
    }
    if (!byCapacity && section.has("capacity")) {
      throw section.wrong("capacity", "is for format capacity alone");
    }
    return new DeviceFamily.Inventory(
        byCapacity ? null : section.requiredText("register"),
        format,
        byCapacity ? capacity(section.section("capacity"), resources) : null,
        keys(section, format),
        (int) section.number("forcedCores", 0, 1, 65_535),
        section.bool("needsCapacity", false),
        section.text("typeContains"),
        section.text("handshake"),
        section.text("cordon"),
        section.text("pairScores"));
  }

  private static Map<String, String> keys(FamilySection section, Format format)
      throws YamlFormatException {
    if (section.has("keys") && format != Format.JSON) {
      throw section.wrong("keys", "is for format json alone");
    }
    section.section("keys").allow("id", "count", "devmem", "devcore", "numa", "health");
    return section.textMap("keys");
  }

  private static DeviceFamily.Capacity capacity(
      FamilySection section, DeviceFamily.Resources resources) throws YamlFormatException {
    section.allow("of", "perCard", "id", "memoryMiB", "cores", "slots", "numaHalves");
    long memoryMiB = section.number("memoryMiB", 0, 1, Integer.MAX_VALUE);
    if (memoryMiB == 0 && resources.memory() == null) {
      throw section.wrong("memoryMiB", "is missing, and so is resources.memory");
    }
    return new DeviceFamily.Capacity(
        or(section.text("of"), resources.count()),
        (int) section.number("perCard", 1, 1, 65_535),
        section.word("id"),
        memoryMiB,
        (int) section.number("cores", 100, 0, 65_535),
        (int) section.number("slots", 1, 1, 65_535),
        section.bool("numaHalves", false));
  }

  private static String or(@Nullable String text, String absent) {
    return text == null ? absent : text;
  }
}
