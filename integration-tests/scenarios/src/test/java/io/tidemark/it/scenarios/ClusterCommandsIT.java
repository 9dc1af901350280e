package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look at a cluster, from files and from a running Tidemark. */
class ClusterCommandsIT {
  private static final String CLUSTER =
      Places.of("tidemark.examples").resolve("cluster.yaml").toString();
  private static final Path EXAMPLE = Places.of("tidemark.examples").resolve("first-look.yaml");

  @TempDir Path directory;

  @Test
  void usageOfFilesIsWhatTheSimulatorChargesThere() throws IOException {
    JsonNode usage = json(run("usage", "-f", CLUSTER, "-o", "json"));
    JsonNode simulated = json(run("simulate", CLUSTER, "--output", "json")).path("usage");

    assertThat(usage.path("nodes")).hasSize(10);
    for (Map.Entry<String, JsonNode> node : simulated.path("nodes").properties()) {
      for (Map.Entry<String, JsonNode> device : node.getValue().properties()) {
        assertThat(usage.path("nodes").path(node.getKey()).path(device.getKey()).path("memoryMiB"))
            .as(device.getKey())
            .isEqualTo(device.getValue().path("memoryMiB"));
      }
    }
  }

  @Test
  void usageShowsOneNodeOrOneNamespace() {
    Program.Run node = run("usage", "-f", CLUSTER, "--node", "gpu-a100-1", "--pods");
    assertThat(node.exitStatus()).isZero();
    assertThat(node.out())
        .startsWith("NODE ")
        .contains(
            "[################]", "\n    research/llama-sft-0  40960 MiB, 100 % cores, 1 slot")
        .doesNotContain("gpu-a100-2", "NAMESPACE");
    Program.Run namespace = run("usage", "-f", CLUSTER, "-n", "batch");
    assertThat(namespace.out()).contains("nvidia.com/gpumem").doesNotContain("inference");
  }

  @Test
  void oneFaultIsOneLine() throws IOException {
    assertRefused(run("usage", "-f", CLUSTER, "--node", "nowhere"), "no node nowhere");
    assertRefused(run("usage", "-f", EXAMPLE.toString()), "only `tidemark simulate` runs");
    assertRefused(run("usage", "--server", "localhost"), "--server: must be like http://");
    assertRefused(run("usage", "--server", "http://127.0.0.1:1"), "does not answer: no connection");
    assertRefused(
        run("explain", "x", "--kubeconfig", "no-such-file"),
        "--kubeconfig: cannot read no-such-file");
    for (List<String> command :
        List.of(List.of("usage"), List.of("check"), List.of("simulate", "--from-cluster"))) {
      Program.Run run =
          Program.run(command, Map.of("KUBECONFIG", directory.resolve("none").toString()));
      assertRefused(run, "no API server is configured");
    }
    Program.Run both = run("usage", "-f", CLUSTER, "--server", "http://localhost");
    assertThat(both.exitStatus()).isEqualTo(2);
    assertThat(both.err()).contains("one source at a time");
    assertThat(run("simulate", CLUSTER, "--save", "x").err()).contains("only with --from-cluster");
  }

  @Test
  void checkFindsWhatHamiCountsWronglyAndSaysSoByItsExitStatus() throws IOException {
    Program.Run text = run("check", "-f", CLUSTER);
    assertThat(text.exitStatus()).isEqualTo(1);
    assertThat(text.out())
        .contains("error UsageTooLow  Pod inference/", "warning UsageTooHigh  Pod batch/");
    assertThat(run("check", "-f", CLUSTER, "--fail-on", "never").exitStatus()).isZero();

    JsonNode findings = json(run("check", "-f", CLUSTER, "-o", "json"));
    assertThat(findings.path("summary").path("error").asInt()).isEqualTo(3);
    assertThat(findings.path("findings").get(0).path("code").asText()).isEqualTo("UsageTooLow");

    Path empty =
        write("n.yaml", "{apiVersion: v1, kind: Node, metadata: {name: cpu-1}, status: {}}\n");
    Program.Run nothing = run("check", "-f", empty.toString());
    assertThat(nothing.exitStatus()).isZero();
    assertThat(nothing.out()).startsWith("nothing found");
  }

  @Test
  void aRunningTidemarkIsAskedForItsLedger() throws IOException, InterruptedException {
    try (RunningProgram program = RunningProgram.embedded(EXAMPLE)) {
      program.await("tidemark: played");
      String url = program.url();
      Program.Run usage = run("usage", "--server", url, "--pods");
      assertThat(usage.exitStatus()).as(usage.err()).isZero();
      assertThat(usage.out()).contains("gpu-node-1", "\n    team-a/serve  12288 MiB, 1 slot");
      Program.Run explained = run("explain", "serve", "-n", "team-a", "--server", url);
      assertThat(explained.out()).isEqualTo("pod team-a/serve is bound to node gpu-node-1\n");
      assertRefused(run("explain", "nobody", "--server", url), "no pod default/nobody is known");

      Path out = directory.resolve("watched");
      Process watch =
          Program.command(List.of("usage", "--server", url, "--watch"))
              .redirectOutput(out.toFile())
              .redirectError(directory.resolve("err").toFile())
              .start();
      try {
        awaitText(out, "gpu-node-1");
        watch.toHandle().destroy();
        assertThat(watch.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(watch.exitValue()).isEqualTo(130);
        assertThat(Files.readString(out)).startsWith("# ").containsOnlyOnce("NODE ");
      } finally {
        watch.destroyForcibly();
      }
    }
  }

  @Test
  void completionIsPrintedForThreeShells() {
    assertThat(run("completion", "bash").out())
        .contains("complete -F _complete_tidemark", "kubectl-tidemark", "--from-cluster");
    assertThat(run("completion", "zsh").out()).contains("bashcompinit");
    assertThat(run("completion", "fish").out())
        .contains("complete -c tidemark -n __fish_use_subcommand -f -a usage");
    assertThat(run("completion", "tcsh").exitStatus()).isEqualTo(2);
  }

  private static void awaitText(Path file, String text) throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!Files.readString(file).contains(text)) {
      assertThat(System.nanoTime()).as("no %s in %s", text, file).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private static JsonNode json(Program.Run run) throws IOException {
    return new ObjectMapper().readTree(run.out());
  }

  private static void assertRefused(Program.Run run, String line) {
    assertThat(run.exitStatus()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("tidemark: ")
        .contains(line);
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private static Program.Run run(String... arguments) {
    return Program.run(new ArrayList<>(List.of(arguments)));
  }
}
