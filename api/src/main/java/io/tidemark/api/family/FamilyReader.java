package io.tidemark.api.family;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import io.tidemark.api.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads device families from YAML, one document each. A file that says something wrong is refused
 * with file, line, field, value and what is allowed; nothing is guessed.
 */
public final class FamilyReader {
  private static final List<String> BUNDLED = List.of("nvidia.yaml");

  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]+");

  private FamilyReader() {}

  /** The families that come with Tidemark. */
  public static List<DeviceFamily> bundled() {
    List<DeviceFamily> families = new ArrayList<>();
    for (String name : BUNDLED) {
      String path = "/io/tidemark/api/families/" + name;
      try (InputStream stream = FamilyReader.class.getResourceAsStream(path)) {
        if (stream == null) {
          throw new IllegalStateException("missing on the class path: " + path);
        }
        families.addAll(read(name, new InputStreamReader(stream, StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (YamlFormatException e) {
        throw new IllegalStateException(e);
      }
    }
    return List.copyOf(families);
  }

  /**
   * The bundled families with others added; one of the same word replaces the bundled one.
   *
   * @throws IllegalArgumentException as {@link DeviceFamilies#of}, also where two of the added ones
   *     have the same word
   */
  public static DeviceFamilies withBundled(List<DeviceFamily> added) {
    Set<String> replaced = added.stream().map(DeviceFamily::word).collect(Collectors.toSet());
    List<DeviceFamily> families = new ArrayList<>(added);
    for (DeviceFamily family : bundled()) {
      if (!replaced.contains(family.word())) {
        families.add(family);
      }
    }
    return DeviceFamilies.of(families);
  }

  /**
   * @param file the name of the text, for messages
   * @throws YamlFormatException where a document is no device family
   */
  public static List<DeviceFamily> read(String file, Reader text) throws YamlFormatException {
    List<DeviceFamily> families = new ArrayList<>();
    for (YamlDocument document : YamlReader.read(file, text)) {
      families.add(family(document));
    }
    return List.copyOf(families);
  }

  private static DeviceFamily family(YamlDocument document) throws YamlFormatException {
    Section root = Section.root(document);
    root.allow(
        "word",
        "resources",
        "memory",
        "cores",
        "sharing",
        "inventory",
        "annotations",
        "selection",
        "admission",
        "lock");
    Section resources = root.section("resources");
    resources.allow("count", "memory", "memoryPercent", "cores", "priority");
    Section memory = root.section("memory");
    memory.allow("factor", "defaultMiB");
    Section cores = root.section("cores");
    cores.allow("defaultPercent");
    Section sharing = root.section("sharing");
    sharing.allow("exclusiveAtFullCores", "refuseZeroCoresOnFull");
    return new DeviceFamily(
        root.word("word"),
        new DeviceFamily.Resources(
            resources.requiredText("count"),
            resources.text("memory"),
            resources.text("memoryPercent"),
            resources.text("cores"),
            resources.text("priority")),
        new DeviceFamily.Memory(
            memory.number("factor", 1, 1, 1_048_576),
            memory.number("defaultMiB", 0, 0, Integer.MAX_VALUE)),
        new DeviceFamily.Cores((int) cores.number("defaultPercent", 0, 0, 100)),
        new DeviceFamily.Sharing(
            sharing.bool("exclusiveAtFullCores", true),
            sharing.bool("refuseZeroCoresOnFull", true)),
        inventory(root.section("inventory")),
        annotations(root.section("annotations")),
        selection(root.section("selection")),
        admission(root.section("admission")),
        root.choice("lock", DeviceFamily.NodeLock.NONE, DeviceFamily.NodeLock.values()));
  }

  private static DeviceFamily.Inventory inventory(Section section) throws YamlFormatException {
    section.allow("register", "format", "typeContains", "handshake", "cordon", "pairScores");
    return new DeviceFamily.Inventory(
        section.requiredText("register"),
        section.choice("format", DeviceFamily.Format.JSON, DeviceFamily.Format.values()),
        section.text("typeContains"),
        section.text("handshake"),
        section.text("cordon"),
        section.text("pairScores"));
  }

  private static DeviceFamily.Annotations annotations(Section section) throws YamlFormatException {
    section.allow("toAllocate", "allocated");
    return new DeviceFamily.Annotations(
        section.requiredText("toAllocate"), section.requiredText("allocated"));
  }

  private static DeviceFamily.Selection selection(Section section) throws YamlFormatException {
    section.allow("useType", "avoidType", "useUuid", "avoidUuid", "mode", "numaBind");
    return new DeviceFamily.Selection(
        section.text("useType"),
        section.text("avoidType"),
        section.text("useUuid"),
        section.text("avoidUuid"),
        section.text("mode"),
        section.text("numaBind"));
  }

  private static DeviceFamily.Admission admission(Section section) throws YamlFormatException {
    section.allow(
        "defaultCount",
        "wholeCardTakesAllCores",
        "runtimeClassName",
        "priorityEnv",
        "corePolicyEnv",
        "corePolicy",
        "hideDevices");
    DeviceFamily.EnvVar hideDevices = null;
    if (section.has("hideDevices")) {
      Section env = section.section("hideDevices");
      env.allow("name", "value");
      hideDevices = new DeviceFamily.EnvVar(env.requiredText("name"), env.requiredText("value"));
    }
    return new DeviceFamily.Admission(
        (int) section.number("defaultCount", 1, 0, DeviceFamily.MAX_COUNT),
        section.bool("wholeCardTakesAllCores", false),
        section.text("runtimeClassName"),
        section.text("priorityEnv"),
        section.text("corePolicyEnv"),
        section.text("corePolicy"),
        hideDevices);
  }

  /** One map of the document, read strictly. */
  private record Section(YamlDocument document, List<String> path, JsonNode json) {
    static Section root(YamlDocument document) throws YamlFormatException {
      Section root = new Section(document, List.of(), document.content());
      if (!document.content().isObject()) {
        throw root.wrong("", "a device family must be a map");
      }
      return root;
    }

    boolean has(String name) {
      return json.hasNonNull(name);
    }

    void allow(String... names) throws YamlFormatException {
      for (Map.Entry<String, JsonNode> entry : json.properties()) {
        if (!List.of(names).contains(entry.getKey())) {
          throw wrong(entry.getKey(), "unknown field; allowed are " + String.join(", ", names));
        }
      }
    }

    Section section(String name) throws YamlFormatException {
      JsonNode child = json.path(name);
      if (has(name) && !child.isObject()) {
        throw wrong(name, "must be a map, found " + child);
      }
      List<String> childPath = new ArrayList<>(path);
      childPath.add(name);
      return new Section(document, List.copyOf(childPath), child);
    }

    @org.jspecify.annotations.Nullable
    String text(String name) throws YamlFormatException {
      if (!has(name)) {
        return null;
      }
      if (!json.get(name).isTextual() || json.get(name).textValue().isBlank()) {
        throw wrong(name, "must be a text, found " + json.get(name));
      }
      return json.get(name).textValue();
    }

    /** The word stands between the commas of an allocation (protocol, section 2.3). */
    String word(String name) throws YamlFormatException {
      String word = requiredText(name);
      if (!WORD.matcher(word).matches()) {
        throw wrong(name, "must consist of letters, digits, '-', '_' and '.', found " + word);
      }
      return word;
    }

    String requiredText(String name) throws YamlFormatException {
      String text = text(name);
      if (text == null) {
        throw wrong(name, "is missing");
      }
      return text;
    }

    long number(String name, long absent, long min, long max) throws YamlFormatException {
      if (!has(name)) {
        return absent;
      }
      JsonNode value = json.get(name);
      if (!value.isIntegralNumber()
          || !value.canConvertToLong()
          || value.longValue() < min
          || value.longValue() > max) {
        throw wrong(name, "must be a whole number from " + min + " to " + max + ", found " + value);
      }
      return value.longValue();
    }

    boolean bool(String name, boolean absent) throws YamlFormatException {
      if (has(name) && !json.get(name).isBoolean()) {
        throw wrong(name, "must be true or false, found " + json.get(name));
      }
      return json.path(name).asBoolean(absent);
    }

    <E extends Enum<E>> E choice(String name, E absent, E[] values) throws YamlFormatException {
      String text = text(name);
      if (text == null) {
        return absent;
      }
      List<String> allowed = new ArrayList<>();
      for (E value : values) {
        allowed.add(value.name().toLowerCase(java.util.Locale.ROOT));
        if (value.name().equalsIgnoreCase(text)) {
          return value;
        }
      }
      throw wrong(name, "must be one of " + String.join(", ", allowed) + ", found " + text);
    }

    private YamlFormatException wrong(String name, String why) {
      List<String> full = new ArrayList<>(path);
      if (!name.isEmpty()) {
        full.add(name);
      }
      return new YamlFormatException(
          document.place(full)
              + ": "
              + (full.isEmpty() ? "" : String.join(".", full) + ": ")
              + why);
    }
  }
}
