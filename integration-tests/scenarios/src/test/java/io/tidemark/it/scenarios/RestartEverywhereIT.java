package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A restart between any two steps changes nothing: every scenario holds as well with a {@code
 * restart} after each of its steps. Left out is what rests on memory by design, and nothing else: a
 * scenario that is left out must really fail with restarts.
 */
class RestartEverywhereIT {
  private static final String RESERVATION =
      "a reservation lives in memory between filter and bind; a restart loses it";
  private static final String LAST_GOOD =
      "only memory knows what an annotation said before it was spoiled or taken away";

  /** Scenarios about what a restart is meant to lose, each with the reason. */
  private static final Map<String, String> REST_ON_MEMORY =
      Map.ofEntries(
          Map.entry("annotations/allocation-taken-away-stays-charged", LAST_GOOD),
          Map.entry("annotations/last-good-allocation-stays", LAST_GOOD),
          Map.entry("driver/equal-pods-look-once-while-nothing-changes", RESERVATION),
          Map.entry("driver/filter-and-bind-by-halves", RESERVATION),
          Map.entry("lifecycle/binding-of-a-pod-being-deleted", RESERVATION),
          Map.entry("lifecycle/filter-that-finds-nothing-ends-the-reservation", RESERVATION),
          Map.entry("lifecycle/filtered-twice-is-charged-once", RESERVATION),
          Map.entry("lifecycle/kube-scheduler-gives-up-after-the-filter", RESERVATION),
          Map.entry("lifecycle/late-bind-after-the-share-is-gone", RESERVATION),
          Map.entry("lifecycle/refused-binding-leaves-nothing-charged", RESERVATION),
          Map.entry("lifecycle/reservation-ends-at-its-deadline", RESERVATION),
          Map.entry("lifecycle/reservation-keeps-its-share", RESERVATION),
          Map.entry("lifecycle/reservation-of-a-deleted-pod", RESERVATION),
          Map.entry("quota/reserved-pods-count", RESERVATION));

  private final ObjectMapper json = new ObjectMapper();

  @TestFactory
  @DisplayName("every expectation holds with a restart after every step")
  Stream<DynamicTest> everyExpectationHoldsWithRestarts() throws IOException {
    Path folder = Files.createDirectories(Places.of("tidemark.work").resolve("restart-everywhere"));
    Map<ScenarioFile, Path> variants = new LinkedHashMap<>();
    for (ScenarioFile file : ScenarioFile.all()) {
      if (!file.hasStep("restart")) {
        variants.put(file, write(file, folder));
      }
    }
    Program.Run run = Program.simulate(List.copyOf(variants.values()));
    Map<String, JsonNode> reports = Expectations.byScenario(run.reports());
    return variants.entrySet().stream()
        .map(variant -> test(variant.getKey(), variant.getValue(), reports));
  }

  private static DynamicTest test(ScenarioFile file, Path variant, Map<String, JsonNode> reports) {
    String reason = REST_ON_MEMORY.get(file.title());
    return reason == null
        ? dynamicTest(
            file.title(), variant.toUri(), () -> Expectations.allHeld(reports, file.name()))
        : dynamicTest(
            file.title() + " is left out: " + reason,
            variant.toUri(),
            () -> Expectations.notAllHeld(reports, file.name()));
  }

  @Test
  @DisplayName("what is left out by name exists")
  void leftOutExists() {
    assertThat(ScenarioFile.all().stream().map(ScenarioFile::title))
        .containsAll(REST_ON_MEMORY.keySet());
  }

  /** JSON is YAML, and on several lines it keeps the places in messages useful. */
  private Path write(ScenarioFile file, Path folder) throws IOException {
    List<String> documents = new ArrayList<>();
    for (JsonNode document : file.documents()) {
      JsonNode changed =
          document.path("kind").asText().equals("Scenario") ? withRestarts(document) : document;
      documents.add(json.writerWithDefaultPrettyPrinter().writeValueAsString(changed));
    }
    Path variant = folder.resolve(file.name() + ".yaml");
    return Files.writeString(variant, "---\n" + String.join("\n---\n", documents) + "\n");
  }

  private static JsonNode withRestarts(JsonNode scenario) {
    ObjectNode changed = scenario.deepCopy();
    ArrayNode steps = JsonNodeFactory.instance.arrayNode();
    for (JsonNode step : scenario.path("spec").path("steps")) {
      steps.add(step);
      steps.addObject().putObject("restart");
    }
    changed.withObject("/spec").set("steps", steps);
    return changed;
  }
}
