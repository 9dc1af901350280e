package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads the expectations of reports. */
final class Expectations {
  private Expectations() {}

  /** Reports by the name of their scenario. */
  static Map<String, JsonNode> byScenario(List<JsonNode> reports) {
    Map<String, JsonNode> byName = new TreeMap<>();
    for (JsonNode report : reports) {
      String name = report.path("scenario").asText();
      assertThat(byName.put(name, report)).as("a second report of " + name).isNull();
    }
    return byName;
  }

  /** The scenario has expectations, and all of them held; the failure shows those that did not. */
  static void allHeld(Map<String, JsonNode> reports, String scenario) {
    JsonNode report = reports.get(scenario);
    assertThat(report).as("the report of " + scenario).isNotNull();
    JsonNode expectations = Objects.requireNonNull(report).path("expectations");
    List<String> failures = new ArrayList<>();
    expectations.path("failures").forEach(failure -> failures.add(failure.asText()));
    assertThat(failures).as("what did not hold").isEmpty();
    assertThat(expectations.path("failed").asInt(-1)).isZero();
    assertThat(expectations.path("passed").asInt()).as("expectations that held").isPositive();
  }

  /** At least one expectation of the scenario did not hold. */
  static void notAllHeld(Map<String, JsonNode> reports, String scenario) {
    JsonNode report = reports.get(scenario);
    assertThat(report).as("the report of " + scenario).isNotNull();
    assertThat(Objects.requireNonNull(report).path("expectations").path("failed").asInt())
        .as("expectations that did not hold")
        .isPositive();
  }
}
