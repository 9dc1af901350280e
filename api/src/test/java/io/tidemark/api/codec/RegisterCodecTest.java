package io.tidemark.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Protocol, sections 1.2 to 1.4. */
class RegisterCodecTest {
  private static final Device GPU_1 =
      new Device(
          new DeviceId("NVIDIA", "GPU-1"),
          0,
          "NVIDIA-Foo 24",
          24576,
          100,
          10,
          0,
          true,
          "hami-core");

  private static RegisterCodec.Register json(String text) throws AnnotationFormatException {
    return RegisterCodec.decodeJson(text, "NVIDIA", null);
  }

  private static RegisterCodec.Register line(String text) throws AnnotationFormatException {
    return RegisterCodec.decodeLine(text, "DCU", null);
  }

  private static Device dcu(String uuid, int index, int numaNode, String mode) {
    return new Device(
        new DeviceId("DCU", uuid), index, "DCU-Z", 32768, 100, 4, numaNode, true, mode);
  }

  @Test
  void readsTheJsonOfAPlugin() throws AnnotationFormatException {
    assertThat(
            json(
                """
                [{"id":"GPU-1","count":10,"devmem":24576,"devcore":100,"type":"NVIDIA-Foo 24",\
                "mode":"hami-core","health":true}]"""))
        .isEqualTo(new RegisterCodec.Register(List.of(GPU_1), List.of()));
  }

  @Test
  void whatIsAbsentOrNullIsZeroOrFalse() throws AnnotationFormatException {
    Device bare = new Device(new DeviceId("NVIDIA", "g"), 0, "", 0, 0, 0, 0, false, "");

    assertThat(json("[{\"id\":\"g\"}]").devices()).containsExactly(bare);
    assertThat(
            json("[{\"id\":\"g\",\"count\":null,\"health\":null,\"mode\":null,\"numa\":null}]")
                .devices())
        .containsExactly(bare);
  }

  @Test
  void lettersOfKeysMayBeOfEitherCaseAndUnknownKeysAreIgnored() throws AnnotationFormatException {
    assertThat(
            json("""
                    [{"ID":"GPU-1","Count":10,"DEVMEM":24576,"devCore":100,"Type":"NVIDIA-Foo 24",
                      "Mode":"hami-core","HEALTH":true,"migtemplate":[],"custominfo":{"a":1}}]""")
                .devices())
        .containsExactly(GPU_1);
  }

  @ParameterizedTest
  @CsvSource({"devcore,400", "count,2147483647", "devmem,2147483647", "count,0", "numa,-1"})
  void unusualAmountsAreLegal(String key, int value) throws AnnotationFormatException {
    RegisterCodec.Register register = json("[{\"id\":\"g\",\"" + key + "\":" + value + "}]");

    assertThat(register.devices()).hasSize(1);
    assertThat(register.leftOut()).isEmpty();
  }

  @Test
  void aCardWhoseTypeDoesNotNameTheVendorIsLeftOut() throws AnnotationFormatException {
    String text =
        "[{\"id\":\"a\",\"type\":\"Acme nvidia-Foo\"},{\"id\":\"b\",\"type\":\"Other 9\"},{\"id\":\"c\"}]";
    RegisterCodec.Register json = RegisterCodec.decodeJson(text, "NVIDIA", "NVIDIA");
    RegisterCodec.Register line =
        RegisterCodec.decodeLine("x,1,1,1,DCU-Z,0,true:y,1,1,1,Z,0,true:", "DCU", "dcu");

    assertThat(json.devices()).extracting(device -> device.id().uuid()).containsExactly("a");
    assertThat(json.leftOut())
        .containsExactly(
            "card 1 (b) has type \"Other 9\", which does not name NVIDIA",
            "card 2 (c) has type \"\", which does not name NVIDIA");
    assertThat(line.devices()).extracting(device -> device.id().uuid()).containsExactly("x");
    assertThat(line.leftOut())
        .containsExactly("card 1 (y) has type \"Z\", which does not name dcu");
  }

  static Stream<Arguments> leftOutCards() {
    return Stream.of(
        arguments("{\"id\":\"\"}", "card 0 has no id"),
        arguments("{\"devmem\":5}", "card 0 has no id"),
        arguments("{\"id\":\" \"}", "card 0 has no id"),
        arguments(
            "{\"id\":\"g\",\"devmem\":-1}", "card 0 (g) has a negative count, devmem or devcore"),
        arguments(
            "{\"id\":\"g\",\"count\":-1}", "card 0 (g) has a negative count, devmem or devcore"),
        arguments(
            "{\"id\":\"g\",\"devcore\":-1}", "card 0 (g) has a negative count, devmem or devcore"),
        arguments("{\"id\":\"g\",\"devcore\":65536}", "card 0 (g) has devcore 65536"),
        arguments("{\"id\":\"g,h\"}", "card 0 (g,h) has an id that no allocation could name"),
        arguments("{\"id\":\"g:h\"}", "card 0 (g:h) has an id that no allocation could name"),
        arguments("{\"id\":\"g;h\"}", "card 0 (g;h) has an id that no allocation could name"),
        arguments("{\"id\":\"g h\"}", "card 0 (g h) has an id that no allocation could name"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("leftOutCards")
  void anImpossibleCardIsLeftOutAndTheOthersStay(String card, String reason)
      throws AnnotationFormatException {
    RegisterCodec.Register register = json("[" + card + ",{\"id\":\"good\"}]");

    assertThat(register.devices()).extracting(device -> device.id().uuid()).containsExactly("good");
    assertThat(register.leftOut()).containsExactly(reason);
  }

  @Test
  void ofACardThatIsListedTwiceTheFirstEntryCounts() throws AnnotationFormatException {
    RegisterCodec.Register register =
        json("[{\"id\":\"g\",\"devmem\":24000},{\"id\":\"g\",\"devmem\":8000}]");

    assertThat(register.devices()).extracting(Device::memoryMiB).containsExactly(24000L);
    assertThat(register.leftOut())
        .containsExactly("card 1 (g) is listed twice; the first entry counts");
  }

  static Stream<Arguments> unreadableJson() {
    String list = "must be a JSON list with at least one card";
    return Stream.of(
        arguments("", list),
        arguments("[]", list),
        arguments("null", list),
        arguments("{}", list),
        arguments("\"x\"", list),
        arguments("5", list),
        arguments("[null]", "card 0 must be an object, found null"),
        arguments("[[]]", "card 0 must be an object, found []"),
        arguments("[{\"id\":\"a\"},7]", "card 1 must be an object, found 7"),
        arguments("[{\"id\":5}]", "card 0: id must be a text, found 5"),
        arguments("[{\"id\":\"a\",\"type\":{}}]", "card 0: type must be a text, found {}"),
        arguments("[{\"id\":\"a\",\"mode\":1}]", "card 0: mode must be a text, found 1"),
        arguments(
            "[{\"id\":\"a\",\"health\":\"true\"}]",
            "card 0: health must be true or false, found \"true\""),
        arguments(
            "[{\"id\":\"a\",\"count\":\"10\"}]",
            "card 0: count must be a 32-bit whole number, found \"10\""),
        arguments(
            "[{\"id\":\"a\",\"devmem\":1.5}]",
            "card 0: devmem must be a 32-bit whole number, found 1.5"),
        arguments(
            "[{\"id\":\"a\",\"devmem\":2147483648}]",
            "card 0: devmem must be a 32-bit whole number, found 2147483648"),
        arguments(
            "[{\"id\":\"a\"},{\"id\":\"b\",\"devcore\":true}]",
            "card 1: devcore must be a 32-bit whole number, found true"),
        arguments(
            "[{\"id\":\"a\",\"index\":-1}]",
            "card 0: index must be a 32-bit whole number, found -1"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("unreadableJson")
  void refusesJsonWithTheReason(String text, String reason) {
    assertThatThrownBy(() -> json(text))
        .isInstanceOf(AnnotationFormatException.class)
        .hasMessage(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"id\":\"GPU-1\",\"count\":10,",
        "[{\"id\":\"GPU-1\"}] x",
        "GPU-1,10",
        "[{\"id\":\"a\",\"id\":\"b\"}]",
        "[{'id':'a'}]"
      })
  void refusesWhatIsNoJsonInOneLine(String text) {
    assertThatThrownBy(() -> json(text))
        .isInstanceOf(AnnotationFormatException.class)
        .hasMessageStartingWith("is not JSON: ")
        .message()
        .doesNotContain("\n")
        .hasSizeLessThan(300);
  }

  @Test
  void readsTheLineFormWithNineAndWithSevenFields() throws AnnotationFormatException {
    assertThat(line("DCU-0,4,32768,100,DCU-Z,0,true,2,hami-core:DCU-1,4,32768,100,DCU-Z,1,true:"))
        .isEqualTo(
            new RegisterCodec.Register(
                List.of(dcu("DCU-1", 0, 1, "hami-core"), dcu("DCU-0", 2, 0, "hami-core")),
                List.of()));
  }

  @Test
  void emptyPiecesOfALineAreSkipped() throws AnnotationFormatException {
    assertThat(line("::DCU-0,4,32768,100,DCU-Z,0,1,0,mps: :").devices())
        .containsExactly(dcu("DCU-0", 0, 0, "mps"));
  }

  static Stream<Arguments> unreadableLines() {
    return Stream.of(
        arguments("", "has no \":\" that ends a card"),
        arguments("DCU-0,4,32768,100,DCU-Z,0,true", "has no \":\" that ends a card"),
        arguments("::", "lists no card"),
        arguments("DCU-0:", "\"DCU-0\" has 1 fields, needs 7 or 9"),
        arguments("a,4,5,100,Z,0,true,0:", "\"a,4,5,100,Z,0,true,0\" has 8 fields, needs 7 or 9"),
        arguments(
            "a,x,5,100,Z,0,true:",
            "count \"x\" of \"a,x,5,100,Z,0,true\" is not a 32-bit whole number"),
        arguments(
            "a,4,2147483648,100,Z,0,true:",
            "devmem \"2147483648\" of \"a,4,2147483648,100,Z,0,true\" is not a 32-bit whole"
                + " number"),
        arguments(
            "a,4,5,,Z,0,true:", "devcore \"\" of \"a,4,5,,Z,0,true\" is not a 32-bit whole number"),
        arguments(
            "a,4,5,100,Z,?,true:",
            "numa \"?\" of \"a,4,5,100,Z,?,true\" is not a 32-bit whole number"),
        arguments(
            "a,4,5,100,Z,0,true,-1,mps:",
            "index \"-1\" of \"a,4,5,100,Z,0,true,-1,mps\" is not a 32-bit whole number"),
        arguments(
            "a,4,5,100,Z,0,yes:", "health \"yes\" of \"a,4,5,100,Z,0,yes\" is not a boolean"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("unreadableLines")
  void refusesALineWithTheReason(String text, String reason) {
    assertThatThrownBy(() -> line(text))
        .isInstanceOf(AnnotationFormatException.class)
        .hasMessage(reason);
  }

  @Test
  void anImpossibleCardOfALineIsLeftOut() throws AnnotationFormatException {
    RegisterCodec.Register register =
        line(",4,5,100,Z,0,true:a,-4,5,100,Z,0,true:DCU-0,4,32768,100,DCU-Z,0,true:");

    assertThat(register.devices()).containsExactly(dcu("DCU-0", 0, 0, "hami-core"));
    assertThat(register.leftOut())
        .containsExactly("card 0 has no id", "card 1 (a) has a negative count, devmem or devcore");
  }

  @Test
  void theOrderOfTheTextDoesNotMatter() throws AnnotationFormatException {
    String a = "{\"id\":\"a\",\"index\":1}";
    String b = "{\"id\":\"b\",\"index\":0}";
    String c = "{\"id\":\"c\",\"index\":1}";

    List<Device> devices = json("[" + a + "," + b + "," + c + "]").devices();
    assertThat(devices).extracting(device -> device.id().uuid()).containsExactly("b", "a", "c");
    assertThat(json("[" + c + "," + b + "," + a + "]").devices()).isEqualTo(devices);
  }

  @Test
  void writesZeroAndFalseAsPluginsDoNotAtAll() {
    assertThat(
            RegisterCodec.encodeJson(
                List.of(new Device(new DeviceId("N", "g"), 0, "T", 0, 0, 0, 0, false, ""))))
        .isEqualTo("[{\"id\":\"g\",\"type\":\"T\"}]");
  }

  @Test
  void readsTwentyThousandCards() throws AnnotationFormatException {
    String text =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "{\"id\":\"GPU-" + i + "\",\"index\":" + i + ",\"count\":2147483647}")
            .collect(Collectors.joining(",", "[", "]"));

    assertThat(json(text).devices()).hasSize(20_000);
  }
}
