package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The running application on its embedded cluster agrees with the simulator: a file that {@code
 * serve --embedded --play} has played leaves the usage that {@code simulate} reports. Every folder
 * of the suite and every kind of step is played; {@code -Dtidemark.play=all} plays every file.
 */
class PlayedScenariosIT {
  private static final boolean ALL = "all".equals(System.getProperty("tidemark.play"));

  @TempDir Path directory;

  @TestFactory
  @DisplayName("a played file leaves the usage that the simulator reports")
  Stream<DynamicTest> usageIsThatOfTheSimulator() {
    List<ScenarioFile> files = played();
    Map<String, JsonNode> reports =
        Expectations.byScenario(
            Program.simulate(files.stream().map(ScenarioFile::path).toList()).reports());
    return files.stream()
        .map(file -> dynamicTest(file.title(), file.path().toUri(), () -> agrees(file, reports)));
  }

  private static void agrees(ScenarioFile file, Map<String, JsonNode> reports)
      throws IOException, InterruptedException {
    JsonNode report = Objects.requireNonNull(reports.get(file.name()), file.name());
    try (RunningProgram program = RunningProgram.embedded(file.path())) {
      String end = program.await("tidemark: played ");
      assertThat(end).as(program.err()).endsWith(" expectations held, 0 did not");
      JsonNode usage = program.get("/api/usage");
      assertThat(amounts(usage)).isEqualTo(amounts(report.path("usage")));
    }
  }

  /**
   * All that is used or limited, as one line each. The simulator also lists what the files name and
   * nobody uses.
   */
  private static Map<String, String> amounts(JsonNode usage) {
    Map<String, String> amounts = new TreeMap<>();
    usage
        .path("nodes")
        .fields()
        .forEachRemaining(
            node ->
                node.getValue()
                    .fields()
                    .forEachRemaining(
                        device -> {
                          String used =
                              "%s slots, %s MiB, %s cores"
                                  .formatted(
                                      device.getValue().path("slots"),
                                      device.getValue().path("memoryMiB"),
                                      device.getValue().path("cores"));
                          if (!used.equals("0 slots, 0 MiB, 0 cores")) {
                            amounts.put(node.getKey() + " " + device.getKey(), used);
                          }
                        }));
    usage
        .path("namespaces")
        .fields()
        .forEachRemaining(
            namespace ->
                namespace
                    .getValue()
                    .fields()
                    .forEachRemaining(
                        resource -> {
                          JsonNode limit = resource.getValue().path("limit");
                          JsonNode used = resource.getValue().path("used");
                          if (used.asLong() != 0 || !limit.isNull()) {
                            amounts.put(
                                namespace.getKey() + " " + resource.getKey(),
                                used + " of " + limit);
                          }
                        }));
    return amounts;
  }

  @Test
  @DisplayName("every folder, every kind of step, and some usage that is not nothing")
  void theChoiceIsWide() {
    List<ScenarioFile> files = played();
    assertThat(files).hasSizeGreaterThan(10);
    Set<String> words = new HashSet<>();
    files.forEach(file -> words.addAll(features(file)));
    ScenarioFile.all().forEach(file -> assertThat(words).containsAll(features(file)));
    long using =
        Program.simulate(files.stream().map(ScenarioFile::path).toList()).reports().stream()
            .filter(report -> !amounts(report.path("usage")).isEmpty())
            .count();
    assertThat(using).isGreaterThan(files.size() / 2);
  }

  /** The first files, in order, that have something that none before them had. */
  private static List<ScenarioFile> played() {
    if (ALL) {
      return ScenarioFile.all();
    }
    Set<String> seen = new HashSet<>();
    List<ScenarioFile> files = new ArrayList<>();
    for (ScenarioFile file : ScenarioFile.all()) {
      if (seen.addAll(features(file))) {
        files.add(file);
      }
    }
    return files;
  }

  private static Set<String> features(ScenarioFile file) {
    Set<String> features = new HashSet<>();
    features.add("folder " + file.title().replaceFirst("/.*", ""));
    file.steps().forEach(step -> step.fieldNames().forEachRemaining(features::add));
    return features;
  }

  @Test
  @DisplayName(
      "what is served is there before the first step, and every step is seen as it happens")
  void stepsAreSeenOneByOne() throws IOException, InterruptedException {
    Path example = Places.of("tidemark.examples").resolve("first-look.yaml");
    try (RunningProgram program = RunningProgram.embedded(example, "1s")) {
      program.await("tidemark: serving ");
      assertThat(amounts(program.get("/api/usage")))
          .containsExactly(Map.entry("team-a nvidia.com/gpumem", "0 of 36864"));
      program.await("tidemark: step 8: ");
      assertThat(amounts(program.get("/api/usage")))
          .containsEntry("gpu-node-1 GPU-0", "1 slots, 20480 MiB, 0 cores");
      JsonNode waiting = program.get("/api/explain/team-a/serve");
      assertThat(waiting.toString()).contains("CardInsufficientMemory");
      program.await("tidemark: played ");
      List<String> decisions = new ArrayList<>();
      for (JsonNode decision : program.get("/api/decisions").path("decisions")) {
        decisions.add(0, decision.path("pod").asText() + " " + decision.path("decision").asText());
      }
      assertThat(decisions)
          .containsExactly(
              "team-a/train Bound", "team-a/serve Unschedulable", "team-a/serve Bound");
    }
  }

  @Test
  @DisplayName("a file that cannot be played ends with status 2 and one line")
  void aBadFileEndsWithTwo() throws IOException {
    Path file = Files.writeString(directory.resolve("bad.yaml"), "kind: Nood\n");
    assertRefused(
        Program.run(List.of("serve", "--embedded", "--play", file.toString())), "bad.yaml");
    assertRefused(
        Program.run(List.of("serve", "--embedded", "--play", "no-such-file.yaml")),
        "no-such-file.yaml");
  }

  @Test
  @DisplayName("options that do not go together end with status 2")
  void optionsThatDoNotGoTogether() {
    assertThat(Program.run(List.of("serve", "--play", "x.yaml")).err())
        .startsWith("tidemark: --play needs --embedded");
    Program.Run both = Program.run(List.of("serve", "--embedded", "--dry-run"));
    assertThat(both.exitStatus()).isEqualTo(2);
    assertThat(both.err()).startsWith("tidemark: --dry-run needs a cluster");
  }

  private static void assertRefused(Program.Run run, String word) {
    assertThat(run.exitStatus()).as(run.err()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("tidemark: ")
        .contains(word);
  }
}
