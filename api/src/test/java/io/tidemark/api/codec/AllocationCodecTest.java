package io.tidemark.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.model.DeviceShare;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Protocol, sections 0 and 2.3. */
class AllocationCodecTest {
  private static final DeviceShare A = new DeviceShare("GPU-a", 3000, 30);
  private static final DeviceShare B = new DeviceShare("GPU-b", 2000, 20);
  private static final String TEXT_A = "GPU-a,NVIDIA,3000,30:;";
  private static final String TEXT_B = "GPU-b,NVIDIA,2000,20:;";

  /** For each letter one container: {@code y} asks, {@code n} does not. */
  private static List<Boolean> asking(String letters) {
    return letters.chars().mapToObj(letter -> letter == 'y').toList();
  }

  @Test
  void writesOneSlotPerContainerEmptyOnesIncluded() {
    assertThat(AllocationCodec.encode(List.of(List.of(), List.of(A, B), List.of()), "NVIDIA"))
        .isEqualTo(";GPU-a,NVIDIA,3000,30:GPU-b,NVIDIA,2000,20:;;");
  }

  @Test
  void writesNothingForNoContainer() {
    assertThat(AllocationCodec.encode(List.of(), "NVIDIA")).isEmpty();
  }

  static Stream<Arguments> readable() {
    List<DeviceShare> none = List.of();
    return Stream.of(
        arguments("by position", ";" + TEXT_A + ";", "nyn", List.of(none, List.of(A), none)),
        arguments(
            "the last semicolon may be missing", "GPU-a,NVIDIA,3000,30:", "y", List.of(List.of(A))),
        arguments(
            "the last colon may be missing", "GPU-a,NVIDIA,3000,30", "y", List.of(List.of(A))),
        arguments(
            "two devices in a slot", "GPU-a,NVIDIA,3000,30:" + TEXT_B, "y", List.of(List.of(A, B))),
        arguments(
            "one device twice in a slot",
            "GPU-a,NVIDIA,3000,30:" + TEXT_A,
            "y",
            List.of(List.of(A, A))),
        arguments(
            "fields after the fourth are ignored",
            "GPU-a,NVIDIA,3000,30,x,y:;",
            "y",
            List.of(List.of(A))),
        arguments(
            "blanks around a piece are ignored",
            " GPU-a,NVIDIA,3000,30 :;",
            "y",
            List.of(List.of(A))),
        arguments(
            "the type field may say anything", "GPU-a,Model X,3000,30:;", "y", List.of(List.of(A))),
        arguments(
            "zero is an amount",
            "GPU-a,NVIDIA,0,0:;",
            "y",
            List.of(List.of(new DeviceShare("GPU-a", 0, 0)))),
        arguments(
            "the largest amounts",
            "GPU-a,NVIDIA,2147483647,65535:;",
            "y",
            List.of(List.of(new DeviceShare("GPU-a", 2147483647, 65535)))),
        arguments(
            "empty slots that round trips of the plugin added",
            TEXT_A + TEXT_B + ";;;",
            "yy",
            List.of(List.of(A), List.of(B))),
        arguments(
            "HAMi dropped the empty slots",
            TEXT_A + TEXT_B,
            "nyny",
            List.of(none, List.of(A), none, List.of(B))),
        arguments(
            "HAMi dropped one of two empty slots",
            ";" + TEXT_A,
            "nny",
            List.of(none, none, List.of(A))),
        arguments(
            "HAMi dropped empty slots, round trips added as many",
            TEXT_A + TEXT_B + ";;",
            "nyny",
            List.of(none, List.of(A), none, List.of(B))),
        arguments(
            "as many slots as containers, one that asks has none",
            TEXT_A + ";",
            "yy",
            List.of(List.of(A), none)),
        arguments(
            "as many slots as containers, one that asks nothing has one too",
            TEXT_A + TEXT_B,
            "yn",
            List.of(List.of(A), List.of(B))),
        arguments("all slots empty", ";;", "yn", List.of(none, none)),
        arguments("nothing for a pod that asks nothing", "", "nn", List.of(none, none)));
  }

  @ParameterizedTest(name = "{0}: \"{1}\" for {2}")
  @MethodSource("readable")
  void reads(String rule, String text, String asking, List<List<DeviceShare>> slots)
      throws AnnotationFormatException {
    assertThat(AllocationCodec.decode(text, asking(asking))).isEqualTo(slots);
  }

  static Stream<Arguments> unreadable() {
    return Stream.of(
        arguments(
            "GPU-a,NVIDIA:;", "y", "\"GPU-a,NVIDIA\" has 2 fields, needs uuid,type,memory,cores"),
        arguments("garbage", "y", "\"garbage\" has 1 fields, needs uuid,type,memory,cores"),
        arguments(",NVIDIA,1000,0:;", "y", "\",NVIDIA,1000,0\" has no uuid"),
        arguments(
            "GPU-a,NVIDIA,abc,0:;",
            "y",
            "memory \"abc\" of \"GPU-a,NVIDIA,abc,0\" is not a whole number from 0 to 2147483647"),
        arguments(
            "GPU-a,NVIDIA,,0:;",
            "y",
            "memory \"\" of \"GPU-a,NVIDIA,,0\" is not a whole number from 0 to 2147483647"),
        arguments(
            "GPU-a,NVIDIA,99999999999,0:;",
            "y",
            "memory \"99999999999\" of \"GPU-a,NVIDIA,99999999999,0\" is not a whole number from 0"
                + " to 2147483647"),
        arguments(
            "GPU-a,NVIDIA,99999999999999999999,0:;",
            "y",
            "memory \"99999999999999999999\" of \"GPU-a,NVIDIA,99999999999999999999,0\" is not a"
                + " whole number from 0 to 2147483647"),
        arguments(
            "GPU-a,NVIDIA,-5,0:;",
            "y",
            "memory \"-5\" of \"GPU-a,NVIDIA,-5,0\" is not a whole number from 0 to 2147483647"),
        arguments(
            "GPU-a,NVIDIA,5,1.5:;",
            "y",
            "cores \"1.5\" of \"GPU-a,NVIDIA,5,1.5\" is not a whole number from 0 to 65535"),
        arguments(
            "GPU-a,NVIDIA,5,65536:;",
            "y",
            "cores \"65536\" of \"GPU-a,NVIDIA,5,65536\" is not a whole number from 0 to 65535"),
        arguments(
            TEXT_A + "GPU-b,NVIDIA:;",
            "yy",
            "\"GPU-b,NVIDIA\" has 2 fields, needs uuid,type,memory,cores"),
        arguments(
            "GPU-a,NVIDIA,1000,0:;GPU-a,NVIDIA,1000,0:;",
            "y",
            "has 2 slots, 2 of them filled, for 1 containers of which 1 ask"),
        arguments(TEXT_A, "nyy", "has 1 slots, 1 of them filled, for 3 containers of which 2 ask"),
        arguments(
            ";" + TEXT_A, "yyy", "has 2 slots, 1 of them filled, for 3 containers of which 3 ask"),
        arguments("", "y", "has 0 slots, 0 of them filled, for 1 containers of which 1 ask"));
  }

  @ParameterizedTest(name = "\"{0}\" for {1}")
  @MethodSource("unreadable")
  void refusesWithTheReason(String text, String asking, String reason) {
    assertThatThrownBy(() -> AllocationCodec.decode(text, asking(asking)))
        .isInstanceOf(AnnotationFormatException.class)
        .hasMessage(reason)
        .extracting(e -> ((AnnotationFormatException) e).reason())
        .isEqualTo(reason);
  }

  @Test
  void aMessageIsOneShortLineHoweverLongTheText() {
    String long200k = "x\n".repeat(100_000) + ",NVIDIA";

    assertThatThrownBy(() -> AllocationCodec.decode(long200k, asking("y")))
        .message()
        .hasSizeLessThan(200)
        .doesNotContain("\n")
        .startsWith("\"x x x ");
  }

  @Test
  void readsALongTextInOnePass() throws AnnotationFormatException {
    List<DeviceShare> slot = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      slot.add(new DeviceShare("GPU-" + i, i, i % 100));
    }
    String text = AllocationCodec.encode(List.of(slot, slot), "NVIDIA");

    assertThat(AllocationCodec.decode(text, asking("yy"))).isEqualTo(List.of(slot, slot));
  }
}
