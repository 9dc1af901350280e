package io.tidemark.api.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.yaml.YamlFormatException;
import java.io.StringReader;
import java.util.List;
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
                new DeviceFamily.Resources("acme.example/npu", null, null, null, null),
                new DeviceFamily.Memory(1, 0),
                new DeviceFamily.Cores(0),
                new DeviceFamily.Sharing(true, true),
                new DeviceFamily.Inventory(
                    "acme.example/register", DeviceFamily.Format.JSON, null, null, null, null),
                new DeviceFamily.Annotations("acme.example/to-allocate", "acme.example/allocated"),
                new DeviceFamily.Selection(null, null, null, null, null, null),
                new DeviceFamily.Admission(1, false, null, null, null, null, null),
                DeviceFamily.NodeLock.NONE));
  }

  @Test
  void everyFieldCanBeSaid() throws YamlFormatException {
    DeviceFamily family =
        read("""
                word: ACME
                resources: {count: a/n, memory: a/m, memoryPercent: a/p, cores: a/c, priority: a/r}
                memory: {factor: 256, defaultMiB: 10}
                cores: {defaultPercent: 5}
                sharing: {exclusiveAtFullCores: false, refuseZeroCoresOnFull: false}
                inventory: {register: a/reg, format: line, typeContains: Acme, handshake: a/hand,
                  cordon: a/cordon, pairScores: a/pairs}
                annotations: {toAllocate: a/to, allocated: a/done}
                selection: {useType: s/1, avoidType: s/2, useUuid: s/3, avoidUuid: s/4, mode: s/5,
                  numaBind: s/6}
                admission: {defaultCount: 0, wholeCardTakesAllCores: true, runtimeClassName: acme,
                  priorityEnv: E1, corePolicyEnv: E2, corePolicy: force,
                  hideDevices: {name: E3, value: none}}
                lock: owner
                """)
            .get(0);

    assertThat(family.resources().names()).containsExactly("a/n", "a/m", "a/p", "a/c", "a/r");
    assertThat(family.lock()).isEqualTo(DeviceFamily.NodeLock.OWNER);
    assertThat(family.memory()).isEqualTo(new DeviceFamily.Memory(256, 10));
    assertThat(family.cores()).isEqualTo(new DeviceFamily.Cores(5));
    assertThat(family.sharing()).isEqualTo(new DeviceFamily.Sharing(false, false));
    assertThat(family.inventory())
        .isEqualTo(
            new DeviceFamily.Inventory(
                "a/reg", DeviceFamily.Format.LINE, "Acme", "a/hand", "a/cordon", "a/pairs"));
    assertThat(family.selection())
        .isEqualTo(new DeviceFamily.Selection("s/1", "s/2", "s/3", "s/4", "s/5", "s/6"));
    assertThat(family.admission())
        .isEqualTo(
            new DeviceFamily.Admission(
                0, true, "acme", "E1", "E2", "force", new DeviceFamily.EnvVar("E3", "none")));
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        arguments("a list", "- 1", "acme.yaml:1 (document 1): a device family must be a map"),
        arguments(
            "an unknown field",
            PLAIN + "wrod: x\n",
            "acme.yaml:9 (document 1): wrod: unknown field; allowed are word, resources, memory,"
                + " cores, sharing, inventory, annotations, selection, admission, lock"),
        arguments(
            "an unknown field of a section",
            PLAIN + "memory:\n  defaultMib: 5\n",
            "acme.yaml:10 (document 1): memory.defaultMib: unknown field; allowed are factor,"
                + " defaultMiB"),
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
            "acme.yaml:5 (document 1): inventory.format: must be one of json, line, found xml"),
        arguments(
            "half an environment variable",
            PLAIN + "admission:\n  hideDevices: {name: X}\n",
            "acme.yaml:10 (document 1): admission.hideDevices.value: is missing"),
        arguments(
            "a mistake in the second document",
            PLAIN + "---\nword: B\nextra: 1\n",
            "acme.yaml:11 (document 2): extra: unknown field; allowed are word, resources, memory,"
                + " cores, sharing, inventory, annotations, selection, admission, lock"));
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

    assertThat(FamilyReader.withBundled(List.of(own)).all()).containsExactly(own);
  }

  @Test
  void familiesStandInTheOrderOfTheirWords() {
    assertThat(Families.WITH_ACME.all())
        .extracting(DeviceFamily::word)
        .containsExactly("ACME", "NVIDIA");
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
    assertThat(Families.BUNDLED.byWord("MLU")).isNull();
    assertThatThrownBy(() -> Families.BUNDLED.require("MLU"))
        .hasMessage("no device family MLU; enabled are [NVIDIA]");
  }
}
