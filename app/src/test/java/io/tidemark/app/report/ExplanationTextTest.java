package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.Explanation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTextTest {
  @Test
  void aPendingPodIsExplainedFromNeedToRelease() {
    Golden.assertMatches(
        ExplanationText.text(Explanations.pending(), TextStyle.PLAIN), "explanation.txt");
  }

  @Test
  void whereItFitsIsSaidFirst() {
    Explanation fits =
        new Explanation(
            Explanations.POD,
            List.of("app: 1 MiB"),
            List.of("n1", "n2"),
            List.of(),
            null,
            List.of());
    assertThat(ExplanationText.text(fits, TextStyle.PLAIN))
        .contains("Fits now on n1, n2.")
        .doesNotContain("When it may fit", "What blocks");
  }

  @Test
  void aQuotaThatKeepsThePodOutIsNamedEvenWhereDevicesHaveRoom() {
    Explanation quota =
        new Explanation(
            Explanations.POD,
            List.of(),
            List.of("n1"),
            List.of(),
            "quota team-b/gpus: needs 2, used 1, limit 2",
            List.of());
    assertThat(ExplanationText.text(quota, TextStyle.PLAIN))
        .contains(
            "Kept out by a quota of its namespace.",
            "The devices have room on n1.",
            "quota team-b/gpus: needs 2, used 1, limit 2",
            "No coming event is known");
  }

  @Test
  void thousandNodesTakeAFewLines() {
    List<Explanation.Node> nodes = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      nodes.add(Explanations.full("full-" + i, i % 100));
      nodes.add(Explanations.unregistered("cpu-" + i));
    }
    String text =
        ExplanationText.text(
            new Explanation(Explanations.POD, List.of(), List.of(), nodes, null, List.of()),
            TextStyle.PLAIN);
    assertThat(text.lines().count()).isLessThan(30);
    assertThat(text).contains("500 nodes: no such devices registered", "and 492 more");
    assertThat(text.lines().filter(line -> line.contains("free 99 MiB"))).hasSize(3);
  }

  @Test
  void aCordonedCardDoesNotMakeItsNodeTheNearest() {
    assertThat(NodeDistance.ORDER.compare(Explanations.cordoned("n0"), Explanations.full("n1", 0)))
        .isPositive();
  }
}
