package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.Explanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTextTest {
  @Test
  void aPendingPodIsExplainedFromNeedToRelease() {
    Golden.assertMatches(
        ExplanationText.text(Explanations.pending(), Map.of(), TextStyle.PLAIN), "explanation.txt");
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
    assertThat(ExplanationText.text(fits, Map.of(), TextStyle.PLAIN))
        .contains("Fits now on n1, n2.")
        .doesNotContain("When it may fit", "What blocks");
  }

  @Test
  void nodesThatKubeSchedulerLeavesOutBlockWithTheirReasons() {
    Map<String, String> excluded = new LinkedHashMap<>();
    excluded.put("t1", "the node has the taint k:NoSchedule");
    excluded.put("t2", "the node has the taint k:NoSchedule");
    Explanation nowhere =
        new Explanation(Explanations.POD, List.of(), List.of(), List.of(), null, List.of());
    assertThat(ExplanationText.text(nowhere, excluded, TextStyle.PLAIN))
        .contains(
            "Fits on none of 2 nodes now.",
            "2 nodes: kept off by kube-scheduler: the node has the taint k:NoSchedule",
            "t1, t2")
        .doesNotContain("Fits now", "no node.");
    assertThat(JsonReport.explanation(nowhere, excluded).path("excluded").toString())
        .isEqualTo(
            "[{\"node\":\"t1\",\"reason\":\"the node has the taint k:NoSchedule\"},"
                + "{\"node\":\"t2\",\"reason\":\"the node has the taint k:NoSchedule\"}]");
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
    assertThat(ExplanationText.text(quota, Map.of(), TextStyle.PLAIN))
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
            Map.of(),
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
