package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.Reports.Level;
import io.tidemark.app.report.SimulationReport.Event;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextReportTest {
  @Test
  void aStoryIsToldStepByStepWithTheStateAndTheCountAtTheEnd() {
    Golden.assertMatches(text(Reports.shareIsGivenBack()), "share-is-given-back.txt");
  }

  @Test
  void everythingThatCanGoWrongHasItsLine() {
    Golden.assertMatches(text(troubles()), "troubles.txt");
  }

  @Test
  void plainTextIsAsciiWithoutEscapes() {
    assertThat(text(troubles()))
        .matches(text -> text.chars().allMatch(c -> c == '\n' || c >= 32 && c < 127));
  }

  @Test
  void noLineIsWiderThanAHundredCharactersUnlessOneWordIs() {
    assertThat(text(Reports.shareIsGivenBack()).lines()).allMatch(line -> line.length() <= 100);
    assertThat(text(troubles()).lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void colourAddsEscapesAndNothingElse() {
    SimulationReport report = troubles();
    String coloured = TextReport.text(List.of(report), new TextStyle(true, false));
    assertThat(coloured).contains("\u001b[31mDenied\u001b[0m");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(text(report));
  }

  @Test
  void unicodeChangesTheBarsOnly() {
    SimulationReport report = Reports.shareIsGivenBack();
    String unicode = TextReport.text(List.of(report), new TextStyle(false, true));
    assertThat(unicode).contains("[\u2588\u2588");
    assertThat(unicode.replace('\u2588', '#').replace('\u2591', '.').replace('\u2500', '-'))
        .isEqualTo(text(report));
  }

  @Test
  void severalReportsCloseWithACountOverAllThatNamesTheFailedOnes() {
    String text =
        TextReport.text(
            List.of(
                Reports.named("good").expectations(1).build(),
                Reports.named("bad").expectations(1, "bad.yaml:7: no").build()),
            TextStyle.PLAIN);
    assertThat(text)
        .contains("good\n----\n", "bad\n---\n")
        .endsWith("\n\n2 scenarios: 1 held, 1 failed (bad)\n");
  }

  @Test
  void controlCharactersOfNamesDoNotReachTheTerminal() {
    PodKey pod = new PodKey("a", "b\u001b[2J");
    String text =
        text(
            Reports.named("x\u001b]0;owned\u0007")
                .refused(1, "create", pod, Decision.DENIED, "because\u001b[31m of\nthis")
                .moment(1, "create \u009b31m")
                .expectations(0, "f\u001b[0m")
                .build());
    assertThat(text.chars()).allMatch(c -> c == '\n' || !Character.isISOControl(c));
    assertThat(text).contains("of this");
  }

  @Test
  void aPodOfTwoFamiliesHasOneLineForEach() {
    Map<String, String> allocation = new TreeMap<>(Map.of("ACME", "npu-0:;", "NVIDIA", "GPU-0:;"));
    String text =
        text(
            Reports.named("two")
                .event(
                    new Event.Decided(
                        1, "create", Reports.TRAIN, Decision.BOUND, "n1", allocation, null))
                .build());
    assertThat(text).contains("on n1\n").containsPattern("ACME: npu-0:;\n +NVIDIA: GPU-0:;\n");
  }

  @Test
  void idleDevicesOfALargeClusterAreCountedNotListed() {
    Level[] levels =
        IntStream.range(0, 1000)
            .mapToObj(i -> Reports.level("n" + i, "GPU-0", Reports.CARD_24G))
            .toArray(Level[]::new);
    levels[7].with(Reports.TRAIN, Reports.mem(1));
    String text = text(Reports.named("large").moment(0, "start", levels).build());
    assertThat(text)
        .contains("n7 GPU-0      [#...............]  1 / 24576 MiB", "idle: 999 of 1000 devices")
        .doesNotContain("n8 ");
  }

  @Test
  void whatIsThereFromTheStartIsShownForAsManyDevicesAsOneCanRead() {
    Level[] levels =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    Reports.level("n" + i, "GPU-0", Reports.CARD_24G)
                        .with(Reports.TRAIN, Reports.mem(12288)))
            .toArray(Level[]::new);
    assertThat(text(Reports.named("cluster").moment(0, "start", levels).build()))
        .contains("start\n  n0 GPU-0      [########........]  12288 / 24576 MiB")
        .contains("and 84 more devices");
  }

  static SimulationReport troubles() {
    String uuid = "GPU-8dcd427f-483b-b48f-d7e5-75fb19a52b76";
    DeviceAmount half = new DeviceAmount(1, 12288, 50);
    return Reports.named("troubles")
        .moment(0, "start", Reports.level("n1", uuid, Reports.CARD_24G).with(Reports.TRAIN, half))
        .reported(0, "Node n2", "metadata.annotations[hami.io/node-nvidia-register]", "no JSON")
        .refused(
            1,
            "create",
            Reports.INFER,
            Decision.DENIED,
            "quota team-b/gpus: limits.nvidia.com/gpumem needs 8192, used 20480, limit 24576;"
                + " the peak is init container `load`")
        .moment(
            1,
            "create team-b/infer",
            Reports.level("n1", uuid, Reports.CARD_24G).with(Reports.TRAIN, half))
        .moment(
            2, "advance 6m", Reports.level("n1", uuid, Reports.CARD_24G).with(Reports.TRAIN, half))
        .changed(
            3,
            "sandbox",
            Reports.TRAIN,
            "n1",
            uuid,
            half,
            new DeviceAmount(2, 30720, 40),
            "its containers start over")
        .overFull(3, "n1", uuid, new DeviceAmount(2, 30720, 40), Reports.CARD_24G)
        .moment(
            3,
            "sandbox team-a/train",
            Reports.level("n1", uuid, Reports.CARD_24G)
                .with(Reports.TRAIN, new DeviceAmount(2, 30720, 40)))
        .moment(
            4,
            "apply Node n1",
            Reports.level("n1", uuid, DeviceAmount.ZERO)
                .with(Reports.TRAIN, new DeviceAmount(2, 30720, 40)))
        .namespaces(
            Map.of("team-b", Map.of("nvidia.com/gpumem", new UsageReport.NamespaceUsage(2, 1L))))
        .pod(Reports.TRAIN, Decision.BOUND, "n1", null)
        .pod(Reports.INFER, Decision.DENIED, null, "quota")
        .expectations(1, "troubles.yaml:31: pod team-b/infer: decision is Denied, expected Bound")
        .build();
  }

  private static String text(SimulationReport report) {
    return TextReport.text(List.of(report), TextStyle.PLAIN);
  }
}
