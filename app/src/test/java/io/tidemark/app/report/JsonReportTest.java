package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.SimulationReport.Event;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReportTest {
  @Test
  void aReportHasTheFieldsOfTheContractInItsOrder() {
    Golden.assertMatches(
        JsonReport.text(List.of(Reports.shareIsGivenBack())), "share-is-given-back.json");
  }

  @Test
  void anExplanationCarriesAmountsCodesHoldersAndReleases() {
    Golden.assertMatches(
        JsonReport.text(JsonReport.explanation(Explanations.pending(), Map.of())),
        "explanation.json");
  }

  @Test
  void aSingleReportIsAnObjectAndSeveralAreAnArrayInTheirOrder() throws IOException {
    SimulationReport one = Reports.named("one").build();
    SimulationReport two = Reports.named("two").build();
    assertThat(parse(JsonReport.text(List.of(one))).isObject()).isTrue();
    JsonNode both = parse(JsonReport.text(List.of(two, one)));
    assertThat(both.isArray()).isTrue();
    assertThat(both.findValuesAsText("scenario")).containsExactly("two", "one");
  }

  @Test
  void theAllocationIsNullOrATextOrATextByFamily() {
    Map<String, String> two = new LinkedHashMap<>();
    two.put("NVIDIA", "GPU-0,NVIDIA,1,0:;");
    two.put("ACME", "npu-0,ACME,1,0:;");
    ObjectNode json =
        JsonReport.report(
            Reports.named("allocations")
                .refused(1, "create", Reports.TRAIN, Decision.PENDING, "waits")
                .decided(2, "create", Reports.TRAIN, "n1", "GPU-0,NVIDIA,1,0:;")
                .event(
                    new Event.Decided(3, "create", Reports.TRAIN, Decision.BOUND, "n1", two, null))
                .build());
    assertThat(json.at("/steps/0/allocation").isNull()).isTrue();
    assertThat(json.at("/steps/1/allocation").asText()).isEqualTo("GPU-0,NVIDIA,1,0:;");
    assertThat(json.at("/steps/2/allocation").toString())
        .isEqualTo("{\"NVIDIA\":\"GPU-0,NVIDIA,1,0:;\",\"ACME\":\"npu-0,ACME,1,0:;\"}");
  }

  @Test
  void stepsAreDecisionsOnly() {
    ObjectNode json =
        JsonReport.report(
            Reports.named("events")
                .changed(1, "create", Reports.TRAIN, "n1", "GPU-0", null, Reports.mem(1), "x")
                .overFull(1, "n1", "GPU-0", Reports.mem(2), Reports.mem(1))
                .reported(1, "Pod a/b", "", "odd")
                .build());
    assertThat(json.get("steps")).isEmpty();
  }

  @Test
  void failuresAreCountedAndListed() {
    ObjectNode json =
        JsonReport.report(Reports.named("f").expectations(2, "a.yaml:1: x", "a.yaml:2: y").build());
    assertThat(json.get("expectations").toString())
        .isEqualTo("{\"passed\":2,\"failed\":2,\"failures\":[\"a.yaml:1: x\",\"a.yaml:2: y\"]}");
  }

  @Test
  void anyTextSurvives() throws IOException {
    String odd = "\"\\ \u001b <b> \u00e9 \ud83d\ude80 \n";
    String text =
        JsonReport.text(
            List.of(
                Reports.named(odd).pod(new PodKey("ns", "p"), Decision.DENIED, null, odd).build()));
    JsonNode json = parse(text);
    assertThat(json.get("scenario").asText()).isEqualTo(odd);
    assertThat(json.get("pods").get("ns/p").get("reason").asText()).isEqualTo(odd);
  }

  private static JsonNode parse(String text) throws IOException {
    return new JsonMapper().readTree(text);
  }
}
