package io.tidemark.api.family;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.ExtraAnnotation.Devices;
import io.tidemark.api.family.ExtraAnnotation.Placeholder;
import io.tidemark.api.yaml.YamlFormatException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads one extra annotation of a family. */
final class ExtraSection {
  private ExtraSection() {}

  static ExtraAnnotation read(FamilySection section) throws YamlFormatException {
    section.allow("key", "value", "fields", "devices", "byContainer");
    if (section.has("value") == section.has("fields")) {
      throw section.wrong("", "needs one of value and fields");
    }
    Map<String, Placeholder> fields = new LinkedHashMap<>();
    FamilySection written = section.section("fields");
    for (Map.Entry<String, JsonNode> entry : written.json().properties()) {
      fields.put(
          entry.getKey(),
          placeholder(written, entry.getKey(), written.requiredText(entry.getKey())));
    }
    String value = section.has("value") ? section.requiredText("value") : "";
    for (String name : ExtraText.placeholders(value)) {
      placeholder(section, "value", name);
    }
    Devices devices =
        section.has("devices") ? section.choice("devices", Devices.ALL, Devices.values()) : null;
    if (devices == null && (!fields.isEmpty() || ExtraText.tellsOfDevices(value))) {
      throw section.wrong("devices", "is missing: of which devices does the annotation tell?");
    }
    return new ExtraAnnotation(
        section.requiredText("key"), value, fields, devices, section.bool("byContainer", false));
  }

  private static Placeholder placeholder(FamilySection section, String field, String name)
      throws YamlFormatException {
    Placeholder placeholder = ExtraText.placeholder(name);
    if (placeholder == null) {
      throw section.wrong(field, "names " + name + ", which is none of " + ExtraText.allowed());
    }
    return placeholder;
  }
}
