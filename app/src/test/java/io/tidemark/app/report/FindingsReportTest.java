package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingsReportTest {
  private static final Finding LOW =
      new Finding(
          FindingCode.USAGE_TOO_LOW,
          "Pod team-a/train",
          "GPU-0 on n1",
          "HAMi counts 10240 MiB, 1 slot",
          "charged 14336 MiB, 2 slots",
          "until Tidemark runs, HAMi may give the difference to another pod");

  private static final Finding FORM =
      new Finding(
          FindingCode.NOT_NORMAL_FORM,
          "Pod team-a/train",
          "",
          "runs in the form in which it was let in",
          "would get when created anew: spec.containers[0].resources.limits[nvidia.com/gpucores] ="
              + " \"100\"",
          "nothing; the pod itself is not changed");

  @Test
  void asText() {
    Golden.assertMatches(FindingsReport.text(List.of(LOW, FORM), TextStyle.PLAIN), "findings.txt");
  }

  @Test
  void asJson() {
    Golden.assertMatches(JsonReport.text(FindingsReport.json(List.of(LOW, FORM))), "findings.json");
  }

  @Test
  void nothingIsSaid() {
    assertThat(FindingsReport.text(List.of(), TextStyle.PLAIN))
        .isEqualTo("nothing found: with Tidemark everything stays as it is\n");
  }

  @Test
  void errorsComeBeforeWarningsAndNotes() {
    assertThat(Stream.of(FORM, LOW).sorted(Finding.ORDER)).containsExactly(LOW, FORM);
  }
}
