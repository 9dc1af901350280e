package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A vendor that nobody has heard of needs one file and no code: the example of docs/families.md.
 */
class InventedVendorIT {
  private static final Path FOLDER = Places.of("tidemark.examples").resolve("families");

  @TempDir Path directory;

  @Test
  @DisplayName("its pods are placed and charged as its file says")
  void podsOfTheVendorAreScheduled() throws IOException {
    Program.Run run = simulate("tidemark.families.files=" + FOLDER.resolve("nimbus.yaml") + "\n");

    assertThat(run.exitStatus()).as(run.out() + run.err()).isZero();
    Expectations.allHeld(Expectations.byScenario(run.reports()), "nimbus-pods");
  }

  @Test
  @DisplayName("without the file its resources are nobody's")
  void withoutTheFileTheVendorIsUnknown() throws IOException {
    Program.Run run = simulate("");

    assertThat(run.exitStatus()).isEqualTo(2);
    assertThat(run.err()).contains("nimbus");
  }

  @Test
  @DisplayName("a mistake in the file is told in one line, with what is allowed")
  void aMistakeIsToldInOneLine() throws IOException {
    Path wrong = directory.resolve("nimbus.yaml");
    Files.writeString(
        wrong,
        Files.readString(FOLDER.resolve("nimbus.yaml")).replace("fewestGroups", "fewGroups"));

    Program.Run run = simulate("tidemark.families.files=" + wrong + "\n");

    assertThat(run.exitStatus()).isEqualTo(2);
    assertThat(run.err().lines().toList())
        .containsExactly(
            "tidemark: tidemark.families.files: "
                + wrong
                + ":13 (document 1): grouping.strategy: must be one of none, fewestGroups,"
                + " fullGroups, oneCardPerPod, twoLinkedQuads, found fewGroups");
  }

  @Test
  @DisplayName("HAMi's own device-config.yaml is read as it is")
  void hamisConfigurationIsRead() throws IOException {
    Path hami = directory.resolve("device-config.yaml");
    Files.writeString(hami, "hygon: {resourceCountName: example.com/dcu}\n");
    Path pods = directory.resolve("pods.yaml");
    Files.writeString(
        pods,
        """
        apiVersion: v1
        kind: Node
        metadata:
          name: n1
          annotations: {hami.io/node-dcu-register: "D0,4,1000,100,Z,0,true:"}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - {name: c, image: x, resources: {limits: {example.com/dcu: 1}}}
        """);

    Program.Run run = run(pods, "tidemark.families.hami-device-config=" + hami + "\n");

    assertThat(run.exitStatus()).as(run.err()).isZero();
    assertThat(run.reports().get(0).at("/pods/default~1p/decision").asText()).isEqualTo("Bound");
  }

  private Program.Run simulate(String configuration) throws IOException {
    return run(FOLDER.resolve("nimbus-pods.yaml"), configuration);
  }

  private Program.Run run(Path file, String configuration) throws IOException {
    Path config = Files.writeString(directory.resolve("test.properties"), configuration);
    return Program.run(
        List.of("simulate", "--output", "json", "--config", config.toString(), file.toString()));
  }
}
