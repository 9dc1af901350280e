package io.tidemark.api.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.yaml.YamlFormatException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FamilyReaderTest {
  private static final String PLAIN =
      """
      word: ACME
      resources:
        count: acme.example/npu
      inventory:
        register: acme.example/register
      annotations:
        toAllocate: acme.example/to-allocate
        allocated: acme.example/allocated
      """;

  private static List<DeviceFamily> read(String text) throws YamlFormatException {
    return FamilyReader.read("acme.yaml", new StringReader(text));
  }

  @Test
  void whatIsNotSaidHasItsDefault() throws YamlFormatException {
    assertThat(read(PLAIN))
        .containsExactly(
            new DeviceFamily(
                "ACME",
                null,
                new DeviceFamily.Resources("acme.example/npu", null, null, null, null),
                DeviceFamily.Count.ANY,
                new DeviceFamily.Memory(1, 0),
                new DeviceFamily.Cores(0),
                new DeviceFamily.Sharing(true, true),
                Grouping.NONE,
                new DeviceFamily.Inventory(
                    "acme.example/register", DeviceFamily.Format.JSON, null, null, null, null),
                new DeviceFamily.Annotations("acme.example/to-allocate", "acme.example/allocated"),
                DeviceFamily.Selection.NONE,
                new DeviceFamily.Admission(
                    1, false, null, null, null, null, null, null, false, false, null, Map.of(),
                    Map.of()),
                DeviceFamily.NodeLock.NONE,
                null));
  }

  @Test
  void everyFieldCanBeSaid() throws YamlFormatException {
    DeviceFamily family =
        read("""
                word: ACME
                switchedOnBy: acme
                resources: {count: a/n, memory: a/m, memoryPercent: a/p, cores: a/c, priority: a/r,
                  unsupported: [a/x], readFrom: limits}
                count: {allowed: [2, 4], multipleOf: 2, roundUp: {1: 2}, several: onlyWholeCards}
                memory: {factor: 256, unit: factorOrBytes, defaultMiB: 10, perContainer: true,
                  legal: [2, 8], templates: [{name: half, MiB: 512}, {MiB: 768}], wholeMiB: 1024,
                  capacityMiB: 2048}
                cores: {defaultPercent: 5, perCard: 16, unit: percentOfCard, perContainer: true,
                  min: 1, refuseMore: true, allOfWholeCard: true}
                sharing: {exclusiveAtFullCores: false, refuseZeroCoresOnFull: false,
                  memoryCounted: false, sameSize: true}
                grouping: {strategy: fewestGroups, by: Net, onlyWhere: {Mode: die}}
                inventory: {register: a/reg, format: json, keys: {id: uuid}, forcedCores: 100,
                  needsCapacity: true, typeContains: Acme, handshake: a/hand, cordon: a/cordon,
                  pairScores: a/pairs}
                annotations: {toAllocate: a/to, allocated: a/done, type: model, extras: [
                  {key: e/1, value: "{index}_{memoryUnits}", devices: first},
                  {key: e/2, fields: {uuid: uuid, temp: template}, devices: all,
                    byContainer: true}]}
                selection: {useType: s/1, avoidType: s/2, useUuid: [s/3, s/3b], avoidUuid: s/4,
                  mode: s/5, numaBind: s/6}
                admission: {defaultCount: 0, wholeCardTakesAllCores: true, runtimeClassName: acme,
                  priorityEnv: E1, corePolicyEnv: E2, corePolicy: force,
                  hideDevices: {name: E3, value: ""}, containerNameEnv: E4, writesMemory: true,
                  writesCores: true, severalCountAnnotation: n/1, setAnnotations: {n/2: x},
                  allowedAnnotations: {n/2: x, n/3: []}}
                lock: bare
                lockKey: l/1
                """)
            .get(0);

    assertThat(family)
        .isEqualTo(
            new DeviceFamily(
                "ACME",
                "acme",
                new DeviceFamily.Resources(
                    "a/n",
                    "a/m",
                    "a/p",
                    "a/c",
                    "a/r",
                    List.of("a/x"),
                    DeviceFamily.ReadFrom.LIMITS),
                new DeviceFamily.Count(
                    List.of(2, 4), 2, Map.of(1, 2), DeviceFamily.Several.ONLY_WHOLE_CARDS),
                new DeviceFamily.Memory(
                    256,
                    DeviceFamily.MemoryUnit.FACTOR_OR_BYTES,
                    10,
                    true,
                    List.of(2L, 8L),
                    List.of(
                        new DeviceFamily.Template("half", 512), new DeviceFamily.Template("", 768)),
                    1024,
                    2048),
                new DeviceFamily.Cores(
                    5, 16, DeviceFamily.CoreUnit.PERCENT_OF_CARD, true, 1, true, true),
                new DeviceFamily.Sharing(false, false, false, true),
                new Grouping(Grouping.Strategy.FEWEST_GROUPS, "Net", Map.of("Mode", "die"), 0),
                new DeviceFamily.Inventory(
                    "a/reg",
                    DeviceFamily.Format.JSON,
                    null,
                    Map.of("id", "uuid"),
                    100,
                    true,
                    "Acme",
                    "a/hand",
                    "a/cordon",
                    "a/pairs"),
                new DeviceFamily.Annotations(
                    "a/to",
                    "a/done",
                    DeviceFamily.TypeText.MODEL,
                    List.of(
                        new ExtraAnnotation(
                            "e/1",
                            "{index}_{memoryUnits}",
                            Map.of(),
                            ExtraAnnotation.Devices.FIRST,
                            false),
                        new ExtraAnnotation(
                            "e/2",
                            "",
                            Map.of(
                                "uuid",
                                ExtraAnnotation.Placeholder.UUID,
                                "temp",
                                ExtraAnnotation.Placeholder.TEMPLATE),
                            ExtraAnnotation.Devices.ALL,
                            true))),
                new DeviceFamily.Selection(
                    "s/1", "s/2", List.of("s/3", "s/3b"), List.of("s/4"), "s/5", "s/6"),
                new DeviceFamily.Admission(
                    0,
                    true,
                    "acme",
                    "E1",
                    "E2",
                    "force",
                    new DeviceFamily.EnvVar("E3", ""),
                    "E4",
                    true,
                    true,
                    "n/1",
                    Map.of("n/2", "x"),
                    Map.of("n/2", List.of("x"), "n/3", List.of())),
                DeviceFamily.NodeLock.BARE,
                "l/1"));
    assertThat(family.resources().names())
        .containsExactly("a/n", "a/m", "a/p", "a/c", "a/r", "a/x");
  }

  @Test
  void cardsCanBeMadeUpFromCapacity() throws YamlFormatException {
    DeviceFamily family =
        read(PLAIN.replace(
                "  register: acme.example/register\n",
                "  format: capacity\n  capacity: {of: a/c, perCard: 16, id: acme, memoryMiB: 5,"
                    + " cores: 16, slots: 3, numaHalves: true}\n"))
            .get(0);

    assertThat(family.inventory().capacity())
        .isEqualTo(new DeviceFamily.Capacity("a/c", 16, "acme", 5, 16, 3, true));
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        arguments("a list", "- 1", "acme.yaml:1 (document 1): a device family must be a map"),
        arguments(
            "an unknown field",
            PLAIN + "wrod: x\n",
            "acme.yaml:9 (document 1): wrod: unknown field; allowed are word, switchedOnBy, resources,"
                + " count, memory, cores, sharing, grouping, inventory, annotations, selection,"
                + " admission, lock, lockKey"),
        arguments(
            "an unknown field of a section",
            PLAIN + "memory:\n  defaultMib: 5\n",
            "acme.yaml:10 (document 1): memory.defaultMib: unknown field; allowed are factor,"
                + " unit, defaultMiB, perContainer, legal, templates, wholeMiB, capacityMiB"),
        arguments(
            "no word",
            PLAIN.replace("word: ACME\n", ""),
            "acme.yaml:1 (document 1): word: is missing"),
        arguments(
            "a blank word",
            PLAIN.replace("ACME", "\" \""),
            "acme.yaml:1 (document 1): word: must be a text, found \" \""),
        arguments(
            "a word that no annotation could carry",
            PLAIN.replace("ACME", "A,B"),
            "acme.yaml:1 (document 1): word: must consist of letters, digits, '-', '_' and '.',"
                + " found A,B"),
        arguments(
            "no count",
            PLAIN.replace("  count: acme.example/npu", "  memory: acme.example/npu-memory"),
            "acme.yaml:2 (document 1): resources.count: is missing"),
        arguments(
            "no section at all",
            PLAIN.replace("inventory:\n  register: acme.example/register\n", ""),
            "acme.yaml:1 (document 1): inventory.register: is missing"),
        arguments(
            "a section that is none",
            PLAIN + "cores: 5\n",
            "acme.yaml:9 (document 1): cores: must be a map, found 5"),
        arguments(
            "a number for a text",
            PLAIN.replace("acme.example/npu", "5"),
            "acme.yaml:3 (document 1): resources.count: must be a text, found 5"),
        arguments(
            "a text for a number",
            PLAIN + "memory: {factor: many}\n",
            "acme.yaml:9 (document 1): memory.factor: must be a whole number from 1 to 1048576,"
                + " found \"many\""),
        arguments(
            "a number out of range",
            PLAIN + "memory: {factor: 0}\n",
            "acme.yaml:9 (document 1): memory.factor: must be a whole number from 1 to 1048576,"
                + " found 0"),
        arguments(
            "a fraction",
            PLAIN + "cores: {defaultPercent: 1.5}\n",
            "acme.yaml:9 (document 1): cores.defaultPercent: must be a whole number from 0 to 100,"
                + " found 1.5"),
        arguments(
            "a text for a boolean",
            PLAIN + "sharing:\n  exclusiveAtFullCores: \"true\"\n",
            "acme.yaml:10 (document 1): sharing.exclusiveAtFullCores: must be true or false, found"
                + " \"true\""),
        arguments(
            "an unknown format",
            PLAIN.replace("  register:", "  format: xml\n  register:"),
            "acme.yaml:5 (document 1): inventory.format: must be one of json, line, capacity, found"
                + " xml"),
        arguments(
            "a number beyond those that are rounded up",
            PLAIN + "count: {roundUp: {2: 1}}\n",
            "acme.yaml:9 (document 1): count.roundUp.2: must be a whole number from 3 to 65535,"
                + " found 1"),
        arguments(
            "templates out of order",
            PLAIN + "memory:\n  wholeMiB: 9\n  templates:\n  - MiB: 5\n  - MiB: 4\n",
            "acme.yaml:13 (document 1): memory.templates[1].MiB: must be a whole number from 6 to"
                + " 2147483647, found 4"),
        arguments(
            "templates without the whole card",
            PLAIN + "memory: {templates: [{MiB: 5}]}\n",
            "acme.yaml:9 (document 1): memory.wholeMiB: is needed with templates, and only with"
                + " them"),
        arguments(
            "cores that follow from no memory",
            PLAIN + "cores: {unit: fromMemory}\n",
            "acme.yaml:9 (document 1): cores.unit: fromMemory needs memory.templates and"
                + " memory.wholeMiB"),
        arguments(
            "groups without a name",
            PLAIN + "grouping: {strategy: fullGroups}\n",
            "acme.yaml:9 (document 1): grouping: the strategies fewestGroups and fullGroups need"
                + " one of by and size, others none of them"),
        arguments(
            "an unknown placeholder",
            PLAIN + "  extras: [{key: k, value: '{indx}', devices: all}]\n",
            "acme.yaml:9 (document 1): annotations.extras[0].value: names indx, which is none of"
                + " index, uuid, memory, memoryUnits, cores, template, node, seconds,"
                + " nanoseconds"),
        arguments(
            "an extra of no devices that tells of devices",
            PLAIN + "  extras: [{key: k, value: '{index}'}]\n",
            "acme.yaml:9 (document 1): annotations.extras[0].devices: is missing: of which devices"
                + " does the annotation tell?"),
        arguments(
            "a bare lock without a key",
            PLAIN + "lock: bare\n",
            "acme.yaml:1 (document 1): lockKey: is needed with lock bare, and only with it"),
        arguments(
            "half an environment variable",
            PLAIN + "admission:\n  hideDevices: {name: X}\n",
            "acme.yaml:10 (document 1): admission.hideDevices.value: is missing"),
        arguments(
            "a mistake in the second document",
            PLAIN + "---\nword: B\nextra: 1\n",
            "acme.yaml:11 (document 2): extra: unknown field; allowed are word, switchedOnBy, resources,"
                + " count, memory, cores, sharing, grouping, inventory, annotations, selection,"
                + " admission, lock, lockKey"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void refusesWithFileLineFieldValueAndWhatIsAllowed(String mistake, String text, String line) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(YamlFormatException.class)
        .hasMessage(line)
        .extracting(e -> ((YamlFormatException) e).line())
        .isEqualTo(line);
  }

  @Test
  void aFamilyReplacesTheBundledOneOfItsWord() throws YamlFormatException {
    DeviceFamily own = read(PLAIN.replace("ACME", "NVIDIA")).get(0);

    assertThat(FamilyReader.withBundled(List.of(own)).require("NVIDIA")).isSameAs(own);
  }

  @Test
  void familiesStandInTheOrderOfTheirWords() {
    assertThat(Families.WITH_ACME.all())
        .extracting(DeviceFamily::word)
        .startsWith("ACME", "AMD", "Biren")
        .contains("NVIDIA", "kunlun")
        .doesNotContain("Ascend910B4", "MR-V100");
  }

  @Test
  void twoFamiliesCannotShareAWordAResourceOrAnAnnotation() throws YamlFormatException {
    DeviceFamily acme = read(PLAIN).get(0);
    String other = PLAIN.replace("ACME", "B").replace("acme.example/", "b.example/");
    DeviceFamily resource = read(other.replace("b.example/npu", "acme.example/npu")).get(0);
    DeviceFamily annotation = read(other.replace("b.example/reg", "acme.example/reg")).get(0);

    assertThatThrownBy(() -> DeviceFamilies.of(List.of(acme, acme)))
        .hasMessage("device family ACME is defined twice");
    assertThatThrownBy(() -> DeviceFamilies.of(List.of(acme, resource)))
        .hasMessage("resource acme.example/npu is used by the device families ACME and B");
    assertThatThrownBy(() -> DeviceFamilies.of(List.of(acme, annotation)))
        .hasMessage("annotation acme.example/register is used by the device families ACME and B");
  }

  @Test
  void aWordThatIsNotEnabledIsRefusedWithThoseThatAre() {
    DeviceFamilies acme = DeviceFamilies.of(List.of(Families.ACME));

    assertThat(acme.byWord("MLU")).isNull();
    assertThatThrownBy(() -> acme.require("MLU"))
        .hasMessage("no device family MLU; enabled are [ACME]");
  }

  @Test
  void familiesAreSwitchedOnAndOffByWord() {
    FamilyChoice choice =
        new FamilyChoice(Set.of("ascend", "BI-V100"), Set.of("Ascend910A", "AMD"));

    assertThat(choice.of(FamilyReader.bundled(), List.of()).all())
        .extracting(DeviceFamily::word)
        .contains("Ascend910B4", "Ascend910B4-1", "BI-V100", "NVIDIA")
        .doesNotContain("Ascend910A", "AMD", "MR-V100");
    assertThatThrownBy(
            () ->
                new FamilyChoice(Set.of("acsend"), Set.of()).of(FamilyReader.bundled(), List.of()))
        .hasMessageStartingWith("no device family acsend; there are AMD, Ascend310P");
  }
}
