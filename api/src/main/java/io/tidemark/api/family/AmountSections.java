package io.tidemark.api.family;

import io.tidemark.api.family.DeviceFamily.CoreUnit;
import io.tidemark.api.family.DeviceFamily.MemoryUnit;
import io.tidemark.api.family.DeviceFamily.Template;
import io.tidemark.api.yaml.YamlFormatException;
import java.util.ArrayList;
import java.util.List;

/** Reads how a family counts memory and cores. */
final class AmountSections {
  private AmountSections() {}

  static DeviceFamily.Memory memory(FamilySection section) throws YamlFormatException {
    section.allow(
        "factor",
        "unit",
        "defaultMiB",
        "perContainer",
        "legal",
        "templates",
        "wholeMiB",
        "capacityMiB");
    List<Template> templates = templates(section);
    long wholeMiB = section.number("wholeMiB", 0, 1, Integer.MAX_VALUE);
    long capacityMiB = section.number("capacityMiB", wholeMiB, 1, Integer.MAX_VALUE);
    if (templates.isEmpty() != (wholeMiB == 0)) {
      throw section.wrong("wholeMiB", "is needed with templates, and only with them");
    }
    if (!templates.isEmpty() && templates.get(templates.size() - 1).mib() >= wholeMiB) {
      throw section.wrong("wholeMiB", "must be larger than every template, found " + wholeMiB);
    }
    if (capacityMiB < wholeMiB) {
      throw section.wrong(
          "capacityMiB", "must be at least wholeMiB, " + wholeMiB + ", found " + capacityMiB);
    }
    return new DeviceFamily.Memory(
        section.number("factor", 1, 1, 1_048_576),
        section.choice("unit", MemoryUnit.FACTOR, MemoryUnit.values()),
        section.number("defaultMiB", 0, 0, Integer.MAX_VALUE),
        section.bool("perContainer", false),
        section.numbers("legal", 1, Integer.MAX_VALUE),
        templates,
        wholeMiB,
        capacityMiB);
  }

  private static List<Template> templates(FamilySection section) throws YamlFormatException {
    List<Template> templates = new ArrayList<>();
    long last = 0;
    for (FamilySection item : section.sections("templates")) {
      item.allow("name", "MiB");
      if (!item.has("MiB")) {
        throw item.wrong("MiB", "is missing");
      }
      String name = item.text("name");
      last = item.number("MiB", 0, last + 1, Integer.MAX_VALUE);
      templates.add(new Template(name == null ? "" : name, last));
    }
    return templates;
  }

  static DeviceFamily.Cores cores(FamilySection section, DeviceFamily.Memory memory)
      throws YamlFormatException {
    section.allow(
        "defaultPercent", "perCard", "unit", "perContainer", "min", "refuseMore", "allOfWholeCard");
    int perCard = (int) section.number("perCard", 100, 1, 65_535);
    CoreUnit unit = section.choice("unit", CoreUnit.AS_ASKED, CoreUnit.values());
    if (unit == CoreUnit.FROM_MEMORY && memory.wholeMiB() == 0) {
      throw section.wrong("unit", "fromMemory needs memory.templates and memory.wholeMiB");
    }
    return new DeviceFamily.Cores(
        (int) section.number("defaultPercent", 0, 0, perCard),
        perCard,
        unit,
        section.bool("perContainer", false),
        (int) section.number("min", 0, 0, perCard),
        section.bool("refuseMore", false),
        section.bool("allOfWholeCard", false));
  }
}
