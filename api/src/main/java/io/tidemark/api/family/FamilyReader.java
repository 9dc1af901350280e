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
import java.util.TreeMap;

/**
 * Reads device families from YAML, one document each. A file that says something wrong is refused
 * with file, line, field, value and what is allowed; nothing is guessed.
 */
public final class FamilyReader {
  private static final List<String> BUNDLED =
      List.of(
          "amd.yaml",
          "ascend.yaml",
          "biren.yaml",
          "cambricon.yaml",
          "enflame.yaml",
          "hygon.yaml",
          "iluvatar.yaml",
          "kunlun.yaml",
          "metax.yaml",
          "mthreads.yaml",
          "nvidia.yaml",
          "vastai.yaml");

  private FamilyReader() {}

  /** The families that come with Tidemark, also those that are to be switched on. */
  public static List<DeviceFamily> bundled() {
    List<DeviceFamily> families = new ArrayList<>();
    try {
      for (YamlDocument document : bundledDocuments()) {
        families.add(family(document));
      }
    } catch (YamlFormatException e) {
      throw new IllegalStateException(e);
    }
    return List.copyOf(families);
  }

  static List<YamlDocument> bundledDocuments() {
    List<YamlDocument> documents = new ArrayList<>();
    for (String name : BUNDLED) {
      String path = "/io/tidemark/api/families/" + name;
      try (InputStream stream = FamilyReader.class.getResourceAsStream(path)) {
        if (stream == null) {
          throw new IllegalStateException("missing on the class path: " + path);
        }
        documents.addAll(
            YamlReader.read(name, new InputStreamReader(stream, StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (YamlFormatException e) {
        throw new IllegalStateException(e);
      }
    }
    return documents;
  }

  /**
   * The bundled families that are on by themselves, with others added; one of the same word
   * replaces the bundled one.
   *
   * @throws IllegalArgumentException as {@link DeviceFamilies#of}, also where two of the added ones
   *     have the same word
   */
  public static DeviceFamilies withBundled(List<DeviceFamily> added) {
    return FamilyChoice.DEFAULT.of(bundled(), added);
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

  static DeviceFamily family(YamlDocument document) throws YamlFormatException {
    FamilySection root = FamilySection.root(document);
    root.allow(
        "word",
        "switchedOnBy",
        "resources",
        "count",
        "memory",
        "cores",
        "sharing",
        "grouping",
        "inventory",
        "annotations",
        "selection",
        "admission",
        "lock",
        "lockKey");
    FamilySection sharing = root.section("sharing");
    sharing.allow("exclusiveAtFullCores", "refuseZeroCoresOnFull", "memoryCounted", "sameSize");
    DeviceFamily.Resources resources = resources(root.section("resources"));
    DeviceFamily.NodeLock lock =
        root.choice("lock", DeviceFamily.NodeLock.NONE, DeviceFamily.NodeLock.values());
    if ((lock == DeviceFamily.NodeLock.BARE) != root.has("lockKey")) {
      throw root.wrong("lockKey", "is needed with lock bare, and only with it");
    }
    DeviceFamily.Memory memory = AmountSections.memory(root.section("memory"));
    return new DeviceFamily(
        root.word("word"),
        root.text("switchedOnBy"),
        resources,
        count(root.section("count")),
        memory,
        AmountSections.cores(root.section("cores"), memory),
        new DeviceFamily.Sharing(
            sharing.bool("exclusiveAtFullCores", true),
            sharing.bool("refuseZeroCoresOnFull", true),
            sharing.bool("memoryCounted", true),
            sharing.bool("sameSize", false)),
        grouping(root.section("grouping")),
        InventorySection.read(root.section("inventory"), resources),
        annotations(root.section("annotations")),
        selection(root.section("selection")),
        admission(root.section("admission")),
        lock,
        root.text("lockKey"));
  }

  private static DeviceFamily.Resources resources(FamilySection section)
      throws YamlFormatException {
    section.allow(
        "count", "memory", "memoryPercent", "cores", "priority", "unsupported", "readFrom");
    return new DeviceFamily.Resources(
        section.requiredText("count"),
        section.text("memory"),
        section.text("memoryPercent"),
        section.text("cores"),
        section.text("priority"),
        section.texts("unsupported"),
        section.choice(
            "readFrom",
            DeviceFamily.ReadFrom.LIMITS_THEN_REQUESTS,
            DeviceFamily.ReadFrom.values()));
  }

  private static DeviceFamily.Count count(FamilySection section) throws YamlFormatException {
    section.allow("allowed", "multipleOf", "roundUp", "several");
    Map<Integer, Integer> roundUp = new TreeMap<>();
    FamilySection rounded = section.section("roundUp");
    for (Map.Entry<String, JsonNode> entry : rounded.json().properties()) {
      if (!entry.getKey().matches("[1-9][0-9]{0,4}")) {
        throw rounded.wrong(entry.getKey(), "must be a whole number from 1 to 65535");
      }
      int from = Integer.parseInt(entry.getKey());
      roundUp.put(from, (int) rounded.number(entry.getKey(), 0, from + 1, DeviceFamily.MAX_COUNT));
    }
    return new DeviceFamily.Count(
        section.numbers("allowed", 1, DeviceFamily.MAX_COUNT).stream().map(Long::intValue).toList(),
        (int) section.number("multipleOf", 1, 1, DeviceFamily.MAX_COUNT),
        roundUp,
        section.choice("several", DeviceFamily.Several.SHARES, DeviceFamily.Several.values()));
  }

  private static Grouping grouping(FamilySection section) throws YamlFormatException {
    section.allow("strategy", "by", "onlyWhere", "size");
    Grouping.Strategy strategy =
        section.choice("strategy", Grouping.Strategy.NONE, Grouping.Strategy.values());
    boolean groups =
        strategy == Grouping.Strategy.FEWEST_GROUPS || strategy == Grouping.Strategy.FULL_GROUPS;
    int size = (int) section.number("size", 0, 2, DeviceFamily.MAX_COUNT);
    String by = section.text("by");
    if (groups != (by != null || size > 0) || (by != null && size > 0)) {
      throw section.wrong(
          "",
          "the strategies fewestGroups and fullGroups need one of by and size, others none of"
              + " them");
    }
    return new Grouping(strategy, by, section.textMap("onlyWhere"), size);
  }

  private static DeviceFamily.Annotations annotations(FamilySection section)
      throws YamlFormatException {
    section.allow("toAllocate", "allocated", "type", "extras");
    List<ExtraAnnotation> extras = new ArrayList<>();
    for (FamilySection extra : section.sections("extras")) {
      extras.add(ExtraSection.read(extra));
    }
    return new DeviceFamily.Annotations(
        section.text("toAllocate"),
        section.requiredText("allocated"),
        section.choice("type", DeviceFamily.TypeText.WORD, DeviceFamily.TypeText.values()),
        extras);
  }

  private static DeviceFamily.Selection selection(FamilySection section)
      throws YamlFormatException {
    section.allow("useType", "avoidType", "useUuid", "avoidUuid", "mode", "numaBind");
    return new DeviceFamily.Selection(
        section.text("useType"),
        section.text("avoidType"),
        section.texts("useUuid"),
        section.texts("avoidUuid"),
        section.text("mode"),
        section.text("numaBind"));
  }

  private static DeviceFamily.Admission admission(FamilySection section)
      throws YamlFormatException {
    section.allow(
        "defaultCount",
        "wholeCardTakesAllCores",
        "runtimeClassName",
        "priorityEnv",
        "corePolicyEnv",
        "corePolicy",
        "hideDevices",
        "containerNameEnv",
        "writesMemory",
        "writesCores",
        "severalCountAnnotation",
        "setAnnotations",
        "allowedAnnotations");
    DeviceFamily.EnvVar hideDevices = null;
    if (section.has("hideDevices")) {
      FamilySection env = section.section("hideDevices");
      env.allow("name", "value");
      hideDevices = new DeviceFamily.EnvVar(env.requiredText("name"), env.maybeEmpty("value"));
    }
    return new DeviceFamily.Admission(
        (int) section.number("defaultCount", 1, 0, DeviceFamily.MAX_COUNT),
        section.bool("wholeCardTakesAllCores", false),
        section.text("runtimeClassName"),
        section.text("priorityEnv"),
        section.text("corePolicyEnv"),
        section.text("corePolicy"),
        hideDevices,
        section.text("containerNameEnv"),
        section.bool("writesMemory", false),
        section.bool("writesCores", false),
        section.text("severalCountAnnotation"),
        section.textMap("setAnnotations"),
        section.textLists("allowedAnnotations"));
  }
}
