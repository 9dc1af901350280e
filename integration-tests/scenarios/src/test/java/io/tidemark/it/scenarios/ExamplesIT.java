package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The files of docs/examples do what its README says of them. */
class ExamplesIT {
  private static final Path FOLDER = Places.of("tidemark.examples");
  private static final Path CLUSTER = FOLDER.resolve("cluster.yaml");
  private static final List<String> WITHOUT_SCENARIO =
      List.of("cluster.yaml", "new-pod.yaml", "new-pod-too-big.yaml");

  @TestFactory
  @DisplayName("every expectation of every example holds")
  Stream<DynamicTest> everyExpectationHolds() throws IOException {
    List<Path> files =
        files().stream().filter(file -> !WITHOUT_SCENARIO.contains(name(file))).toList();
    Program.Run run = Program.simulate(files);
    Map<String, JsonNode> reports = Expectations.byScenario(run.reports());
    return files.stream()
        .map(
            file ->
                dynamicTest(
                    name(file),
                    file.toUri(),
                    () -> {
                      String scenario = name(file).replace(".yaml", "");
                      Expectations.allHeld(reports, scenario);
                      assertThat(run.exitStatus()).as(run.err()).isZero();
                    }));
  }

  @Test
  @DisplayName(
      "the new pod runs on the cluster as kubectl prints it, and nothing there is over-full")
  void newPodFits() {
    JsonNode report = simulate("new-pod.yaml");
    assertThat(report.at("/pods/inference~1summarizer/decision").asText()).isEqualTo("Bound");
    assertThat(report.at("/usage/nodes")).hasSize(10);
    // What the 39 pods with a node hold there, counted by hand of what the file was made from.
    assertThat(used(report, "batch")).isEqualTo(86_016);
    assertThat(used(report, "research")).isEqualTo(602_088);
    assertThat(used(report, "inference")).isEqualTo(172_388 + 24_576);
    for (JsonNode node : report.at("/usage/nodes")) {
      for (JsonNode device : node) {
        assertThat(device.path("memoryMiB").asLong()).isLessThanOrEqualTo(46_068);
        assertThat(device.path("cores").asInt()).isLessThanOrEqualTo(100);
      }
    }
  }

  @Test
  @DisplayName("the pod that is too big now fits when the named init container finishes")
  void tooBigPodWaits() {
    JsonNode report = simulate("new-pod-too-big.yaml");
    assertThat(report.at("/pods/research~1pretrain-big/decision").asText())
        .isEqualTo("Unschedulable");
    Program.Run explained =
        Program.run(
            List.of(
                "explain",
                "research/pretrain-big",
                "-f",
                CLUSTER.toString(),
                "-f",
                FOLDER.resolve("new-pod-too-big.yaml").toString()));
    assertThat(explained.out().replaceAll("\\s+", " "))
        .contains("init container `load-checkpoint` of `research/llm-pretrain-0` finishes");
  }

  @Test
  @DisplayName("the README lists every example, once")
  void readmeListsAll() throws IOException {
    String readme = Files.readString(FOLDER.resolve("README.md"));
    for (Path file : files()) {
      assertThat(readme).containsOnlyOnce("[" + name(file) + "](" + name(file) + ")");
    }
  }

  private static JsonNode simulate(String pod) {
    Program.Run run = Program.simulate(List.of(CLUSTER, FOLDER.resolve(pod)));
    assertThat(run.exitStatus()).as(run.err()).isZero();
    assertThat(run.reports()).hasSize(1);
    return run.reports().get(0);
  }

  private static long used(JsonNode report, String namespace) {
    return report
        .path("usage")
        .path("namespaces")
        .path(namespace)
        .path("nvidia.com/gpumem")
        .path("used")
        .asLong();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> paths = Files.list(FOLDER)) {
      return paths.filter(path -> name(path).endsWith(".yaml")).sorted().toList();
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
