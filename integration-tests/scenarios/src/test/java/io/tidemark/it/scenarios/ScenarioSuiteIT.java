package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every scenario file, in one run of the program; each file is a test of its own. */
class ScenarioSuiteIT {
  private static final int LEAST_USES = 2;
  private static final List<String> STEPS =
      List.of(
          "create",
          "retry",
          "filter",
          "bind",
          "start",
          "finish",
          "succeed",
          "fail",
          "sandbox",
          "status",
          "apply",
          "remove",
          "redeliver",
          "restart",
          "advance",
          "expect");
  private static final List<String> EXPECTED_FIELDS =
      List.of(
          "decision",
          "node",
          "reason",
          "allocation",
          "devices",
          "wouldFitAfter",
          "device",
          "memory",
          "cores",
          "slots",
          "overcommitted",
          "namespace",
          "quota",
          "resource",
          "used",
          "limit",
          "ledger");

  private static List<ScenarioFile> files = List.of();
  private static Program.Run run = new Program.Run(-1, "", "");

  @BeforeAll
  static void runAll() {
    files = ScenarioFile.all();
    run = Program.simulate(files.stream().map(ScenarioFile::path).toList());
  }

  @TestFactory
  @DisplayName("every expectation of every file holds")
  Stream<DynamicTest> everyExpectationHolds() {
    Map<String, JsonNode> reports = Expectations.byScenario(run.reports());
    return files.stream()
        .map(
            file ->
                dynamicTest(
                    file.title(),
                    file.path().toUri(),
                    () -> {
                      assertThat(file.scenarios()).as("Scenario documents").hasSize(1);
                      Expectations.allHeld(reports, file.name());
                    }));
  }

  @Test
  @DisplayName("the program's exit status says that all held")
  void exitStatusIsZero() {
    assertThat(run.exitStatus()).as(run.err()).isZero();
  }

  @Test
  @DisplayName("every kind of step and of expectation is used more than once")
  void everyKindIsUsed() {
    Map<String, Integer> uses = new TreeMap<>();
    for (ScenarioFile file : files) {
      for (JsonNode step : file.steps()) {
        step.fieldNames().forEachRemaining(word -> uses.merge(word, 1, Integer::sum));
        step.path("expect")
            .fieldNames()
            .forEachRemaining(field -> uses.merge("expect." + field, 1, Integer::sum));
      }
    }
    assertThat(STEPS)
        .allSatisfy(word -> assertThat(uses.get(word)).as(word).isGreaterThanOrEqualTo(LEAST_USES));
    assertThat(EXPECTED_FIELDS)
        .allSatisfy(
            field ->
                assertThat(uses.get("expect." + field))
                    .as(field)
                    .isGreaterThanOrEqualTo(LEAST_USES));
  }
}
