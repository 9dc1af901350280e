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
 * restart} after each of its steps. Left out is what rests on memory by design.
 */
class RestartEverywhereIT {
  /** Scenarios about what a restart is meant to lose, beside those with a {@code filter} step. */
  private static final Map<String, String> REST_ON_MEMORY =
      Map.of(
          "annotations/last-good-allocation-stays",
          "only memory knows what an unreadable annotation said before");

  private final ObjectMapper json = new ObjectMapper();

  @TestFactory
  @DisplayName("every expectation holds with a restart after every step")
  Stream<DynamicTest> everyExpectationHoldsWithRestarts() throws IOException {
    Path folder = Files.createDirectories(Places.of("tidemark.work").resolve("restart-everywhere"));
    Map<ScenarioFile, Path> variants = new LinkedHashMap<>();
    for (ScenarioFile file : ScenarioFile.all()) {
      if (applies(file)) {
        variants.put(file, write(file, folder));
      }
    }
    Program.Run run = Program.simulate(List.copyOf(variants.values()));
    Map<String, JsonNode> reports = Expectations.byScenario(run.reports());
    return variants.entrySet().stream()
        .map(
            variant ->
                dynamicTest(
                    variant.getKey().title(),
                    variant.getValue().toUri(),
                    () -> {
                      Expectations.allHeld(reports, variant.getKey().name());
                    }));
  }

  @Test
  @DisplayName("what is left out by name exists, and most is not left out")
  void leavesOutLittle() {
    List<ScenarioFile> files = ScenarioFile.all();
    assertThat(files.stream().map(ScenarioFile::title)).containsAll(REST_ON_MEMORY.keySet());
    assertThat(files.stream().filter(this::applies).count()).isGreaterThan(files.size() * 4L / 5);
  }

  /** A reservation lives in memory between filter and bind. */
  private boolean applies(ScenarioFile file) {
    return !file.hasStep("restart")
        && !file.hasStep("filter")
        && !REST_ON_MEMORY.containsKey(file.title());
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
