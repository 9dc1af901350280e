package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user of the command line sees: exit status, one line for what is wrong, help, charts. */
class CommandLineIT {
  private static final String EXAMPLE =
      Places.of("tidemark.examples").resolve("first-look.yaml").toString();

  @TempDir Path directory;

  @Test
  void anExpectationThatDoesNotHoldEndsWithOneAndNamesThePlace() throws IOException {
    Path file =
        write(
            "broken.yaml",
            Files.readString(Path.of(EXAMPLE)).replace("memory: 20480", "memory: 20481"));
    Program.Run run = run("simulate", file.toString());
    assertThat(run.exitStatus()).isEqualTo(1);
    // Where a line breaks depends on the file's path.
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("broken.yaml:")
        .contains("expected 20481, found 20480");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void inputThatCannotBeReadEndsWithTwoAndOneLine() throws IOException {
    Path file =
        write(
            "typo.yaml", Files.readString(Path.of(EXAMPLE)).replaceFirst("- create:", "- craete:"));
    assertRefused(run("simulate", file.toString()), "did you mean create");
    assertRefused(run("simulate", "no-such-file.yaml"), "no-such-file.yaml");
  }

  @Test
  void wrongArgumentsEndWithTwo() {
    assertThat(run("simulate").exitStatus()).isEqualTo(2);
    assertThat(run("frobnicate").err()).contains("frobnicate").contains("--help");
    assertThat(run("simulate", EXAMPLE, "--chart", "usage.png").err())
        .contains("must end in .svg or .html, found usage.png");
    assertThat(run("simulate", EXAMPLE, "--chart", "no-such-folder/usage.svg").err())
        .isEqualTo(
            "tidemark: --chart: cannot write no-such-folder/usage.svg: there is no such folder\n");
  }

  @Test
  void aConfigurationThatCannotBeReadEndsWithTwoAndOneLine() throws IOException {
    assertSettingRefused(
        "tidemark.usage.release=sometimes", "tidemark.usage.release: cannot read \"sometimes\"");
    assertSettingRefused(
        "tidemark.usage.reservation-deadline=-5m",
        "tidemark.usage.reservation-deadline: cannot read \"-5m\"");
    assertSettingRefused(
        "tidemark.admission.scheduler-names= , ",
        "tidemark.admission.scheduler-names: cannot read");
    assertSettingRefused(
        "tidemark.admission.scheduler-names=", "tidemark.admission.scheduler-names: is empty");
    assertSettingRefused("tidemark.usgae.release=all", "tidemark.usgae.release is no setting");
    assertSettingRefused(
        "tidemark.families.files=missing.yaml",
        "tidemark.families.files: no such file: missing.yaml");
    Path empty = write("empty.yaml", "# no family yet\n");
    assertSettingRefused("tidemark.families.files=" + empty, "empty.yaml has no device family");
  }

  @Test
  void aFileOfSettingsOfTheWrongFormEndsWithTwoAndOneLine() throws IOException {
    Path name = write("name.yaml", "tidemark:\n  usage:\n    relaese: all\n");
    assertRefused(
        run("simulate", EXAMPLE, "--config", name.toString()),
        "tidemark.usage.relaese is no setting");
    Path broken = write("broken.yaml", "tidemark: [1");
    assertRefused(
        run("simulate", EXAMPLE, "--config", broken.toString()), "broken.yaml:1: is no YAML");
  }

  @Test
  void aRequestToStopEndsALongRunAtOnce() throws IOException, InterruptedException {
    for (List<String> arguments :
        List.of(List.of("simulate", "-"), List.of("explain", "train", "-f", "-"))) {
      Path err = directory.resolve("err");
      Process waiting = Program.command(arguments).redirectError(err.toFile()).start();
      try {
        awaitIdle(waiting);
        // Not waiting.destroy(): that ends its standard input too, and it would say what is
        // missing.
        waiting.toHandle().destroy();
        assertThat(waiting.waitFor(30, TimeUnit.SECONDS)).as("%s ends", arguments).isTrue();
        // 143 where a slow machine has not got to its first line yet.
        assertThat(waiting.exitValue()).isIn(130, 143);
        assertThat(err).isEmptyFile();
      } finally {
        waiting.destroyForcibly();
      }
    }
  }

  /** Until it waits for its standard input. */
  private static void awaitIdle(Process process) throws InterruptedException {
    Duration before;
    Duration now = Duration.ZERO;
    do {
      before = now;
      TimeUnit.SECONDS.sleep(2);
      now = process.info().totalCpuDuration().orElse(Duration.ZERO);
    } while (now.compareTo(Duration.ofMillis(500)) < 0
        || now.minus(before).compareTo(Duration.ofMillis(50)) > 0);
  }

  @Test
  void theReleaseModeIsFollowed() throws IOException {
    Path never = write("never.yaml", "tidemark:\n  usage:\n    release: never\n");
    Program.Run run = run("simulate", EXAMPLE, "--config", never.toString());
    assertThat(run.exitStatus()).isEqualTo(1);
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("decision: expected Bound, found Unschedulable");
  }

  @Test
  void chartsAreWrittenByTheirEnding() throws IOException {
    Path svg = directory.resolve("usage.svg");
    Path html = directory.resolve("usage.html");
    assertThat(run("simulate", EXAMPLE, "--chart", svg.toString()).exitStatus()).isZero();
    assertThat(run("simulate", EXAMPLE, "--chart", html.toString()).exitStatus()).isZero();
    assertThat(Files.readString(svg)).contains("<svg", "team-a/train");
    assertThat(Files.readString(html)).containsIgnoringCase("<!doctype html>").contains("<svg");
  }

  @Test
  void explainNamesTheEventThatMakesRoom() {
    Path examples = Places.of("tidemark.examples");
    Program.Run run =
        run(
            "explain",
            "research/pretrain-big",
            "-f",
            examples.resolve("cluster.yaml").toString(),
            "-f",
            examples.resolve("new-pod-too-big.yaml").toString());
    assertThat(run.exitStatus()).isZero();
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "when init container `load-checkpoint` of `research/llm-pretrain-0` finishes: +16384 MiB"
                + " on GPU-");
    assertRefused(run("explain", "nobody", "-f", EXAMPLE), "no pod default/nobody");
  }

  @Test
  void manifestsGoToStandardOutputOrToFiles() {
    Program.Run printed = run("manifests", "webhooks", "--namespace", "gpu");
    assertThat(printed.exitStatus()).isZero();
    assertThat(printed.out())
        .contains("kind: MutatingWebhookConfiguration", "namespace: gpu", "'nvidia.com/gpu'");
    assertThat(run("manifests", "--directory", directory.toString()).out()).isEmpty();
    assertThat(directory.resolve("5-webhooks.yaml")).isRegularFile();
    assertThat(directory.resolve("kube-scheduler/configuration.yaml")).isRegularFile();
  }

  @Test
  void explainAnswersWithJsonAlsoForAPodThatDoesNotWait() throws IOException {
    Program.Run bound = run("explain", "team-a/train", "-f", EXAMPLE, "--output", "json");
    assertThat(bound.exitStatus()).isZero();
    JsonNode answer = bound.reports().get(0);
    assertThat(answer.path("scenario").asText()).isEqualTo("first-look");
    assertThat(answer.path("pod").asText()).isEqualTo("team-a/train");
    assertThat(answer.path("decision").asText()).isEqualTo("Bound");
    assertThat(answer.path("node").asText()).isNotEmpty();

    Path other = write("other.yaml", Files.readString(Path.of(EXAMPLE)));
    Program.Run several =
        run("explain", "team-a/train", "-f", EXAMPLE, other.toString(), "--output", "json");
    assertThat(several.reports()).hasSize(2).allSatisfy(each -> assertThat(each).isEqualTo(answer));
  }

  @Test
  void explainTakesAPodThatNoStepSubmitsForANewOneAtTheEnd() throws IOException {
    Path file =
        write(
            "left-out.yaml",
            Files.readString(Path.of(EXAMPLE))
                + """
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: late, namespace: team-a}
                spec:
                  containers:
                  - name: app
                    image: registry.example/app:1
                    resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 20000}}
                """);
    Program.Run run = run("explain", "team-a/late", "-f", file.toString(), "--output", "json");
    assertThat(run.exitStatus()).isZero();
    JsonNode answer = run.reports().get(0);
    assertThat(answer.path("decision").asText()).isEqualTo("Pending");
    assertThat(answer.path("fits")).isEmpty();
    assertThat(answer.path("nodes")).isNotEmpty();
  }

  @Test
  void helpAndVersionArePrinted() {
    assertThat(run("--help").out())
        .contains("simulate", "explain", "usage", "check", "manifests", "completion", "version");
    assertThat(run("simulate", "--help").out()).contains("Exit status", "--chart", "Examples:");
    assertThat(run("version").out()).startsWith("tidemark ").contains("Java ");
  }

  @Test
  void helpFitsEightyColumnsAndItsExamplesCanBeCopied() {
    assertThat(help()).contains("  tidemark simulate --from-cluster new-pod.yaml");
    assertThat(help("simulate"))
        .contains(
            "  kubectl get nodes,resourcequotas,pods -A -o yaml |",
            "    tidemark simulate - new-pod.yaml",
            "did not, 2 for input that cannot be read.");
    assertThat(help("explain"))
        .contains("  tidemark explain team-a/train -f cluster.yaml -f new-pod.yaml");
    help("version");
    assertThat(help("usage")).contains("  tidemark usage -f cluster.yaml -o json");
    assertThat(help("check")).contains("  tidemark check --fail-on error -o json");
    assertThat(help("completion")).contains("  source <(tidemark completion bash)");
    assertThat(help("serve"))
        .contains("  tidemark serve --embedded --play docs/examples/first-look.yaml");
  }

  private static List<String> help(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add("--help");
    Program.Run run = Program.run(arguments);
    assertThat(run.exitStatus()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    // What picocli breaks again leaves a word or two alone on a line.
    assertThat(lines.stream().map(String::strip)).doesNotContain("md.", "input", "needs,");
    return lines;
  }

  private void assertSettingRefused(String setting, String line) throws IOException {
    Path file = write("wrong.properties", setting + "\n");
    assertRefused(run("simulate", EXAMPLE, "--config", file.toString()), line);
  }

  @Test
  void serveWithoutAnApiServerEndsWithOneLine() throws IOException {
    Path kubeconfig =
        write(
            "kubeconfig",
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: u, user: {token: x}}]
            contexts: [{name: a, context: {cluster: a, user: u}}]
            current-context: a
            """);
    assertRefused(
        serve(Map.of("KUBECONFIG", kubeconfig.toString())),
        "the API server at https://127.0.0.1:1 cannot be reached");
    assertRefused(
        serve(Map.of("KUBECONFIG", directory.resolve("missing").toString())),
        "no API server is configured");
    assertRefused(
        serve(Map.of("TIDEMARK_FILTER_MODE", "some")),
        "tidemark.filter.mode: cannot read \"some\"");
  }

  @Test
  void serveOnAPortOfAnotherProgramEndsWithOneLine() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertRefused(
          serve(Map.of("QUARKUS_HTTP_PORT", Integer.toString(taken.getLocalPort()))),
          "cannot listen: Port already bound: " + taken.getLocalPort());
    }
  }

  /** With free ports and a home without kubeconfig, unless the environment says otherwise. */
  private Program.Run serve(Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>();
    all.put("KUBECONFIG", directory.resolve("none").toString());
    all.put("QUARKUS_HTTP_PORT", "0");
    all.put("QUARKUS_HTTP_SSL_PORT", "0");
    all.put("QUARKUS_MANAGEMENT_PORT", "0");
    all.putAll(environment);
    return Program.run(List.of("serve"), all);
  }

  private static void assertRefused(Program.Run run, String line) {
    assertThat(run.exitStatus()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    // A slow machine shows how far a run has come.
    assertThat(run.err().lines().filter(each -> !each.matches("tidemark: .*: step \\d+")))
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
