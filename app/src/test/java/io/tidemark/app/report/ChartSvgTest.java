package io.tidemark.app.report;

import static io.tidemark.app.report.SvgDocument.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.Reports.Level;
import io.tidemark.app.report.SvgDocument.Box;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

class ChartSvgTest {
  static List<SimulationReport> reports() {
    return List.of(
        Reports.shareIsGivenBack(),
        TextReportTest.troubles(),
        Reports.named("nothing").build(),
        BusyReport.of(1, 1, 5, 8),
        BusyReport.of(1, 2, 9, 24),
        BusyReport.of(4, 2, 30, 80),
        BusyReport.of(10, 8, 200, 300));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everythingIsInsideTheViewBox(SimulationReport report) {
    SvgDocument svg = chart(report);
    assertThat(svg.textBoxes()).isNotEmpty().allMatch(box -> box.inside(svg.viewBox()));
    assertThat(svg.all("rect", "tm-block")).allMatch(r -> SvgDocument.box(r).inside(svg.viewBox()));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void noTwoTextsOverlap(SimulationReport report) {
    List<Box> texts = chart(report).textBoxes();
    for (int i = 0; i < texts.size(); i++) {
      for (int j = i + 1; j < texts.size(); j++) {
        Box one = texts.get(i);
        Box other = texts.get(j);
        assertThat(one.overlaps(other)).as("%s and %s", one, other).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void blocksOfOnePanelDoNotOverlap(SimulationReport report) {
    List<Box> blocks =
        chart(report).all("rect", "tm-block").stream().map(SvgDocument::box).toList();
    for (int i = 0; i < blocks.size(); i++) {
      for (int j = i + 1; j < blocks.size(); j++) {
        assertThat(blocks.get(i).overlaps(blocks.get(j)))
            .as("%s and %s", blocks.get(i), blocks.get(j))
            .isFalse();
      }
    }
  }

  @Test
  void theCapacityLineAndTheStackShareOneScale() {
    SvgDocument svg = chart(Reports.shareIsGivenBack());
    double zero = number(svg.all("line", "tm-axis").get(0), "y1");
    double capacity = zero - number(svg.all("line", "tm-capacity").get(0), "y1");
    Box train = svg.blocks("team-a/train").get(0);
    assertThat(train.bottom()).isEqualTo(zero, within(0.02));
    assertThat(capacity).isPositive();
    assertThat((train.bottom() - train.top()) / capacity).isEqualTo(20480 / 24576.0, within(0.001));
  }

  @Test
  void theHeightsOfAStackAddUpToWhatIsUsed() {
    SvgDocument svg = chart(Reports.shareIsGivenBack());
    double zero = number(svg.all("line", "tm-axis").get(0), "y1");
    double capacity = zero - number(svg.all("line", "tm-capacity").get(0), "y1");
    Box train = svg.blocks("team-a/train").get(1);
    Box infer = svg.blocks("team-b/infer").get(0);
    assertThat(infer.bottom()).isEqualTo(train.top(), within(0.02));
    assertThat(infer.left()).isEqualTo(train.left());
    assertThat((zero - infer.top()) / capacity).isEqualTo(18432 / 24576.0, within(0.001));
  }

  @Test
  void aReleaseIsMarkedAlsoWhereAnotherPodTakesTheRoomInTheSameStep() {
    SvgDocument svg = chart(Reports.shareIsGivenBack());
    List<Element> releases = svg.all("g", "tm-release");
    assertThat(releases).hasSize(1);
    assertThat(SvgDocument.title(releases.get(0)))
        .isEqualTo("step 4: finish team-a/train prepare: team-a/train \u221210240 MiB");
    assertThat(svg.texts()).contains("\u221210 GiB");
    Element arrow = (Element) releases.get(0).getElementsByTagName("line").item(1);
    Box before = svg.blocks("team-a/train").get(0);
    Box after = svg.blocks("team-a/train").get(1);
    assertThat(number(arrow, "y1")).isEqualTo(before.top(), within(0.02));
    assertThat(number(arrow, "y2")).isEqualTo(after.top(), within(0.02));
    assertThat(number(arrow, "x1")).isEqualTo(before.right(), within(0.02));
  }

  @Test
  void aRefusedPodIsSeenAtItsStep() {
    assertThat(chart(Reports.shareIsGivenBack()).texts()).contains("Unschedulable");
  }

  @Test
  void aStepAtWhichNothingHappensHasNoColumn() {
    assertThat(chart(TextReportTest.troubles()).texts()).contains("1", "3").doesNotContain("2");
  }

  @Test
  void whatIsOverTheCapacityIsMarked() {
    SvgDocument svg = chart(TextReportTest.troubles());
    assertThat(svg.all("rect", "tm-over").stream().map(SvgDocument::title))
        .contains("over-full: 30720 of 24576 MiB");
    assertThat(svg.texts()).contains("over-full: more is held than there is");
  }

  @Test
  void devicesThatWereNeverUsedHaveNoPanel() {
    assertThat(chart(Reports.shareIsGivenBack()).texts())
        .contains("n1 GPU-0")
        .doesNotContain("n1 GPU-1");
  }

  @Test
  void aDeviceWithoutMemoryIsShownByItsCores() {
    DeviceAmount capacity = new DeviceAmount(4, 0, 100);
    SvgDocument svg =
        chart(
            Reports.named("cores")
                .moment(
                    0,
                    "start",
                    Reports.level("n", "npu", capacity)
                        .with(Reports.TRAIN, new DeviceAmount(1, 0, 50)))
                .build());
    assertThat(svg.texts()).contains("100 %", "cores: at most 50 % of 100 %");
  }

  @Test
  void panelsAreCappedAndTheRestIsCounted() {
    Level[] levels =
        IntStream.range(0, 70)
            .mapToObj(
                i ->
                    Reports.level("n" + i, "GPU", Reports.CARD_24G)
                        .with(new PodKey("ns", "p" + i), Reports.mem(1024)))
            .toArray(Level[]::new);
    SvgDocument svg = chart(Reports.named("large").moment(0, "start", levels).build());
    assertThat(svg.all("text", "tm-name")).hasSize(64);
    assertThat(svg.texts()).contains("6 more devices in use, not drawn", "and 28 more pods");
  }

  @Test
  void severalReportsStandOneBelowTheOtherUnderTheirNames() {
    SvgDocument svg =
        SvgDocument.parse(
            ChartSvg.text(List.of(Reports.shareIsGivenBack(), TextReportTest.troubles())));
    List<Element> headings = svg.all("text", "tm-heading");
    assertThat(headings.stream().map(Element::getTextContent))
        .containsExactly("init-share-is-given-back", "troubles");
    assertThat(number(headings.get(1), "y")).isGreaterThan(number(headings.get(0), "y") + 200);
  }

  @Test
  void namesCannotBreakOutOfTheMarkup() {
    String evil = "</text><script>alert(\"1\")</script>&'\u0000\u001b\uffff";
    PodKey pod = new PodKey(evil, evil);
    String text =
        ChartSvg.text(
            List.of(
                Reports.named(evil)
                    .moment(
                        1,
                        evil,
                        Reports.level(evil, evil, Reports.CARD_24G).with(pod, Reports.mem(20480)))
                    .build()));
    assertThat(text).doesNotContain("<script", "\u0000", "\u001b", "\uffff");
    assertThat(SvgDocument.parse(text).all("script", "")).isEmpty();
  }

  @Test
  void itStandsByItselfWithATitleAndADescription() {
    String text = ChartSvg.text(List.of(Reports.shareIsGivenBack()));
    SvgDocument svg = SvgDocument.parse(text);
    assertThat(text).doesNotContain("href", "<script", "@import", "style=");
    assertThat(svg.root().getAttribute("role")).isEqualTo("img");
    assertThat(svg.root().getAttribute("aria-labelledby")).isEqualTo("tm-title tm-desc");
    assertThat(svg.all("desc", "").get(0).getTextContent())
        .isEqualTo(
            "Usage of 1 device over 4 moments, by pod. n1 GPU-0: at most 20 GiB of 24 GiB,"
                + " 1 release.");
  }

  @Test
  void theBytesDoNotDependOnTheLocale() {
    List<SimulationReport> reports = List.of(BusyReport.of(1, 2, 9, 24));
    String expected = ChartSvg.text(reports);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(ChartSvg.text(reports)).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static SvgDocument chart(SimulationReport report) {
    return SvgDocument.parse(ChartSvg.text(List.of(report)));
  }
}
