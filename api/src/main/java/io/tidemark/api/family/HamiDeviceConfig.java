package io.tidemark.api.family;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import io.tidemark.api.yaml.YamlReader;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads HAMi's own {@code device-config.yaml} (protocol, section 10.1), or the ConfigMap that holds
 * it: the bundled families with the names and defaults that it gives. A vendor that it does not
 * name has no family, as it has no resources in HAMi; keys that mean nothing here are ignored.
 */
public final class HamiDeviceConfig {
  private static final String FILE = "device-config.yaml";
  private static final String ILUVATAR = "BI-V100";
  private static final String ASCEND = "Ascend310P";

  private final Map<String, YamlDocument> bundled = new LinkedHashMap<>();
  private final List<DeviceFamily> families = new ArrayList<>();

  private HamiDeviceConfig() {
    for (YamlDocument document : FamilyReader.bundledDocuments()) {
      bundled.put(document.content().path("word").asText(), document);
    }
  }

  /**
   * @param file the name of the text, for messages
   * @throws YamlFormatException where it is no such file, or says something wrong
   */
  public static List<DeviceFamily> read(String file, Reader text) throws YamlFormatException {
    List<YamlDocument> documents = YamlReader.read(file, text);
    if (documents.size() != 1) {
      throw new YamlFormatException(file + ": must be one document, found " + documents.size());
    }
    FamilySection root = FamilySection.root(documents.get(0));
    if (root.json().path("kind").asText().equals("ConfigMap")) {
      String content = root.section("data").requiredText(FILE);
      return read(file + " (data[" + FILE + "])", new StringReader(content));
    }
    HamiDeviceConfig config = new HamiDeviceConfig();
    config.vendors(root);
    if (config.families.isEmpty()) {
      throw root.wrong("", "names no device of any vendor");
    }
    return List.copyOf(config.families);
  }

  private void vendors(FamilySection root) throws YamlFormatException {
    nvidia(root.section("nvidia"));
    plain(root.section("amd"), "AMD");
    plain(root.section("biren"), "Biren");
    plain(root.section("cambricon"), "MLU");
    plain(root.section("hygon"), "DCU");
    plain(root.section("mthreads"), "Mthreads");
    plain(root.section("vastai"), "Vastai");
    FamilySection enflame = root.section("enflame");
    add(enflame, new FamilyEdit(bundled("GCU"), enflame), "resourceNameGCU");
    FamilySection kunlun = root.section("kunlun");
    add(kunlun, new FamilyEdit(bundled("kunlun"), kunlun), "resourceCountName");
    add(
        kunlun,
        new FamilyEdit(bundled("XPU"), kunlun).resource("memory", "resourceVMemoryName"),
        "resourceVCountName");
    FamilySection metax = root.section("metax");
    add(metax, new FamilyEdit(bundled("Metax-GPU"), metax), "resourceCountName");
    add(
        metax,
        new FamilyEdit(bundled("Metax-SGPU"), metax)
            .resource("memory", "resourceVMemoryName")
            .resource("cores", "resourceVCoreName"),
        "resourceVCountName");
    for (FamilySection chip : root.sections("iluvatars")) {
      add(chip, edit(chip, ILUVATAR, chip.word("commonWord")), "resourceCountName");
    }
    JsonNode vnpus = root.json().path("vnpus");
    for (FamilySection chip :
        vnpus.isArray() ? root.sections("vnpus") : root.section("vnpus").sections("configs")) {
      ascend(chip);
    }
  }

  private void plain(FamilySection section, String word) throws YamlFormatException {
    add(section, edit(section, word), "resourceCountName");
  }

  private void nvidia(FamilySection section) throws YamlFormatException {
    FamilyEdit edit =
        edit(section, "NVIDIA")
            .resource("memoryPercent", "resourceMemoryPercentageName")
            .resource("priority", "resourcePriorityName")
            .number("memory", "defaultMiB", "defaultMemory", 0, Integer.MAX_VALUE)
            .number("cores", "defaultPercent", "defaultCores", 0, 100)
            .number("admission", "defaultCount", "defaultGPUNum", 0, DeviceFamily.MAX_COUNT)
            .text("admission", "corePolicy", "gpuCorePolicy")
            .text("admission", "runtimeClassName", "runtimeClassName")
            .hides("NVIDIA_VISIBLE_DEVICES", "none");
    add(section, edit, "resourceCountName");
  }

  private void ascend(FamilySection chip) throws YamlFormatException {
    String word = chip.word("commonWord");
    FamilyEdit edit =
        edit(chip, ASCEND, word)
            .resource("memory", "resourceMemoryName")
            .unsupported("resourceCoreName")
            .number("memory", "wholeMiB", "memoryAllocatable", 1, Integer.MAX_VALUE)
            .number("memory", "capacityMiB", "memoryCapacity", 1, Integer.MAX_VALUE)
            .templates()
            .text("admission", "runtimeClassName", "runtimeClassName")
            .hides("ASCEND_VISIBLE_DEVICES", "");
    if (chip.bool("superPod", word.equals("Ascend910C"))) {
      edit.takeOver(bundled("Ascend910C"), "grouping", "count");
    } else if (word.startsWith("Ascend910")) {
      edit.takeOver(bundled("Ascend910A"), "grouping");
    }
    add(chip, edit, "resourceName");
  }

  private FamilyEdit edit(FamilySection section, String word) throws YamlFormatException {
    return new FamilyEdit(bundled(word), section)
        .resource("memory", "resourceMemoryName")
        .resource("cores", "resourceCoreName")
        .number("memory", "factor", "memoryFactor", 1, 1_048_576);
  }

  /** A chip of a vendor whose chips differ in their word alone. */
  private FamilyEdit edit(FamilySection section, String pattern, String word)
      throws YamlFormatException {
    YamlDocument document = bundled(pattern);
    String text = document.content().toString().replace(pattern, word);
    FamilyEdit edit =
        new FamilyEdit(document.withContent(FamilyEdit.tree(text)), section)
            .number("memory", "factor", "memoryFactor", 1, 1_048_576);
    return pattern.equals(ASCEND)
        ? edit
        : edit.resource("memory", "resourceMemoryName").resource("cores", "resourceCoreName");
  }

  private YamlDocument bundled(String word) {
    YamlDocument document = bundled.get(word);
    if (document == null) {
      throw new IllegalStateException("no bundled family " + word);
    }
    return document;
  }

  /** Adds the family where the section names its count resource. */
  private void add(FamilySection section, FamilyEdit edit, String countKey)
      throws YamlFormatException {
    if (FamilyEdit.name(section, countKey).isEmpty()) {
      return;
    }
    ObjectNode content = edit.resource("count", countKey).content();
    try {
      families.add(FamilyReader.family(edit.document().withContent(content)));
    } catch (YamlFormatException e) {
      // Where the bundled family says it is of no use to whoever wrote the other file.
      String why = String.valueOf(e.getMessage()).replaceFirst("^\\S+ \\(document \\d+\\): ", "");
      throw section.wrong("", "does not make a device family: " + why);
    }
  }
}
