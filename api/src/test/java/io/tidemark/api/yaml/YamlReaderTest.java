package io.tidemark.api.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlReaderTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static List<YamlDocument> read(String text) throws YamlFormatException {
    return YamlReader.read("a.yaml", new StringReader(text));
  }

  static Stream<Arguments> values() {
    return Stream.of(
        arguments("a: 1", "{\"a\":1}"),
        arguments("a: 0x10", "{\"a\":16}"),
        arguments("a: 010", "{\"a\":8}"),
        arguments("a: 1_000", "{\"a\":1000}"),
        arguments("a: -5", "{\"a\":-5}"),
        arguments("a: 9223372036854775808", "{\"a\":9223372036854775808}"),
        arguments("a: 1.5", "{\"a\":1.5}"),
        arguments("a: 3k", "{\"a\":\"3k\"}"),
        arguments("a: 16Gi", "{\"a\":\"16Gi\"}"),
        arguments("a: '5'", "{\"a\":\"5\"}"),
        arguments("a: yes", "{\"a\":true}"),
        arguments("a: \"yes\"", "{\"a\":\"yes\"}"),
        arguments("a: ~", "{\"a\":null}"),
        arguments("a:", "{\"a\":null}"),
        arguments("a: 2030-01-31T12:00:05Z", "{\"a\":\"2030-01-31T12:00:05Z\"}"),
        arguments("a: 2030-01-31", "{\"a\":\"2030-01-31\"}"),
        arguments("a: 12:30", "{\"a\":\"12:30\"}"),
        arguments("5: x", "{\"5\":\"x\"}"),
        arguments("true: x", "{\"true\":\"x\"}"),
        arguments("a: &x {b: 1}\nc: *x", "{\"a\":{\"b\":1},\"c\":{\"b\":1}}"),
        arguments(
            "x: &x {b: 1, c: 2}\na: {<<: *x, c: 3}",
            "{\"x\":{\"b\":1,\"c\":2},\"a\":{\"c\":3,\"b\":1}}"),
        arguments("{\"a\": [1, {\"b\": \"\\u0041\\n\"}]}", "{\"a\":[1,{\"b\":\"A\\n\"}]}"),
        arguments("\n\t{\n\t\"a\": 1,\n\t\"b\": \"x\\/y\"\n}", "{\"a\":1,\"b\":\"x/y\"}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("values")
  void valuesHaveTheTypesThatKubectlGivesThem(String yaml, String json) throws Exception {
    assertThat(read(yaml))
        .singleElement()
        .extracting(document -> document.content().toString())
        .isEqualTo(JSON.readTree(json).toString());
  }

  @Test
  void emptyDocumentsAreLeftOutAndKeepTheirNumber() throws YamlFormatException {
    List<YamlDocument> documents = read("---\n# nothing\n---\na: 1\n---\n---\nb: 2\n");

    assertThat(documents).extracting(YamlDocument::number).containsExactly(2, 4);
    assertThat(documents.get(1).place(List.of("b"))).isEqualTo("a.yaml:7 (document 4)");
    assertThat(read("")).isEmpty();
  }

  @Test
  void aPlaceIsTheLineOfAKeyOrOfTheLastOneOnTheWay() throws YamlFormatException {
    YamlDocument document = read("spec:\n  steps:\n  - create:\n      pod: a\n  - 5\n").get(0);

    assertThat(document.line(List.of())).isEqualTo(1);
    assertThat(document.line(List.of("spec", "steps", 0, "create", "pod"))).isEqualTo(4);
    assertThat(document.line(List.of("spec", "steps", 1))).isEqualTo(5);
    assertThat(document.line(List.of("spec", "steps", 7))).isEqualTo(2);
    assertThat(document.line(List.of("spec", "nothing", "there"))).isEqualTo(1);
  }

  @Test
  void theStringsOfJsonAreKeptToTheLetter() throws Exception {
    String json = "{\"a\":\"q\\\"\\\\/\\t\\u00e9 {x}\",\"b\":\"\\\\\",\"c\":[\"\\/\\/\"]}";

    assertThat(read(json).get(0).content()).isEqualTo(JSON.readTree(json));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        arguments("a: 1\na: 2", "a.yaml:2: the key \"a\" stands here twice"),
        arguments("a: [1", "a.yaml:1: is no YAML: expected ',' or ']', but got <stream end>"),
        arguments("? [a]\n: b", "a.yaml:1: a key must be a text"),
        arguments("a: {<<: 5}", "a.yaml:1: only maps can be merged"),
        arguments("a: &a [*a]", "a.yaml:1: is nested too deeply or refers to itself"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("faults")
  void refusesWithFileAndLine(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(YamlFormatException.class)
        .hasMessage(message);
  }

  @Test
  void aThousandUsesOfOneAnchorAreFine() throws YamlFormatException {
    String uses = IntStream.range(0, 1000).mapToObj(i -> "- *x").collect(Collectors.joining("\n"));

    assertThat(read("a: &x {b: 1}\nc:\n" + uses).get(0).content().get("c")).hasSize(1000);
  }

  @Test
  void aSmallTextDoesNotBlowUp() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      String use = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [")
          .append(String.join(",", Collections.nCopies(10, use)))
          .append("]\n");
    }

    assertThatThrownBy(() -> read(bomb.toString()))
        .isInstanceOf(YamlFormatException.class)
        .message()
        .matches("a.yaml:[0-9]+: has aliases that repeat too much");
  }
}
