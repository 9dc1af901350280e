package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static io.tidemark.controlplane.tidemark.Workload.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands that look at a cluster, as a service account that may list and watch nodes, pods and
 * quotas, and nothing else. What they say is what the running Tidemark knows.
 */
@ControlPlaneTest(dedicated = true)
class ReadOnlyCommandsKT extends InstalledTidemark {
  private static final String VIEWER = "viewer";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  private Path kubeconfig = Path.of("");
  private Pod train = new Pod();

  private record Run(int exitStatus, String out, String err) {}

  /**
   * One card: a pod whose init container runs beside its sidecar, and one that waits for its end.
   */
  @BeforeEach
  void cluster(ControlPlane controlPlane) {
    String namespace = workload.namespace().name();
    KubernetesClient admin = controlPlane.client();
    grant(admin, namespace);
    kubeconfig = controlPlane.kubeconfig(namespace, VIEWER);
    admin
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("gpus")
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .addToHard("limits.nvidia.com/gpumem", new Quantity("40000"))
                .endSpec()
                .build())
        .create();
    agent.add(FakeNode.withCards("n1", 1, 24576));
    train =
        workload.create(
            "train",
            List.of(sidecar(gpu("cache", 1, 4096)), gpu("prepare", 1, 16384)),
            gpu("train", 1, 8192));
    agent.awaitRunning(train, "prepare");
    Pod second = workload.create("second", List.of(), gpu("train", 1, 10240));
    workload.awaitUnschedulable(second);
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "2/20480"));
  }

  @Test
  void everythingIsReadAndNothingWritten() throws IOException {
    Map<String, String> before = versions();

    usageIsWhatTidemarkKnows();
    explanationNamesTheInitContainer();
    checkFindsWhatHamiWouldCountTooLow();
    aPodIsSimulatedOnTheClusterAndOnWhatWasSaved();

    assertThat(versions()).isEqualTo(before);
  }

  private void usageIsWhatTidemarkKnows() throws IOException {
    JsonNode usage = json(run("usage", "-o", "json"));
    JsonNode served = Workload.json(tidemark.get("/api/usage"));
    assertThat(usage.path("nodes")).isEqualTo(served.path("nodes")).isNotEmpty();
    assertThat(usage.path("pods")).isEqualTo(served.path("pods")).isNotEmpty();
    for (String part : List.of("namespaces", "quotas")) {
      String own = workload.namespace().name();
      assertThat(usage.path(part).path(own))
          .as(part)
          .isEqualTo(served.path(part).path(own))
          .isNotEmpty();
    }
    Run text = run("usage", "-n", workload.namespace().name(), "--pods");
    assertThat(text.out())
        .contains("20480 / 24576", workload.namespace().name() + "/train  20480 MiB, 2 slots")
        .contains("20480 / 40000");
    assertThat(text.err())
        .contains("does not list namespaces: ", "does not list priorityclasses: ")
        .contains("; going on without them");
    Run asked = run("usage", "--server", tidemark.plainUrl().toString(), "-o", "json");
    assertThat(json(asked).path("nodes")).isEqualTo(served.path("nodes"));
  }

  private void explanationNamesTheInitContainer() {
    String event = "when init container `prepare` of `" + workload.namespace().name() + "/train`";
    String pod = workload.namespace().name() + "/second";
    for (Run run :
        List.of(
            run("explain", pod),
            run("explain", "second", "-n", workload.namespace().name()),
            run("explain", pod, "--server", tidemark.plainUrl().toString()))) {
      assertThat(run.exitStatus()).as(run.err()).isZero();
      assertThat(run.out().replaceAll("\\s+", " ")).contains(event);
    }
    assertThat(run("explain", "nobody").exitStatus()).isEqualTo(2);
  }

  private void checkFindsWhatHamiWouldCountTooLow() throws IOException {
    Run run = run("check", "-o", "json");
    assertThat(run.exitStatus()).as(run.err()).isEqualTo(1);
    JsonNode findings = json(run).path("findings");
    List<String> codes = new ArrayList<>();
    findings.forEach(finding -> codes.add(finding.path("code").asText()));
    assertThat(codes).containsExactly("UsageTooLow", "QuotaUsageWrong");
    assertThat(findings.get(0).path("object").asText())
        .isEqualTo("Pod " + workload.namespace().name() + "/train");
    assertThat(findings.get(0).path("found").asText()).isEqualTo("HAMi counts 16384 MiB, 1 slot");
    assertThat(findings.get(0).path("expected").asText()).isEqualTo("charged 20480 MiB, 2 slots");
  }

  private void aPodIsSimulatedOnTheClusterAndOnWhatWasSaved() throws IOException {
    Path pod =
        Files.writeString(
            directory.resolve("new.yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: new, namespace: %s}
            spec:
              containers:
              - name: app
                resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 4000}}
            """
                .formatted(workload.namespace().name()));
    Path saved = directory.resolve("saved.yaml");
    Run live =
        run(
            "simulate",
            "--from-cluster",
            "--save",
            saved.toString(),
            pod.toString(),
            "--output",
            "json");
    JsonNode report = json(live);
    String prefix = "/pods/" + workload.namespace().name() + "~1";
    assertThat(report.at(prefix + "new/decision").asText()).isEqualTo("Bound");
    assertThat(report.at(prefix + "second/decision").asText()).isEqualTo("Unschedulable");

    assertThat(Files.readString(saved)).contains("GPU-n1-0").doesNotContain("image", "=hold");
    Run offline = run("simulate", saved.toString(), pod.toString(), "--output", "json");
    assertThat(json(offline).path("usage")).isEqualTo(report.path("usage"));
  }

  @Test
  void aWatchShowsWhatAnInitContainerGivesBack() throws Exception {
    Path out = directory.resolve("out");
    Process watch =
        command(List.of("usage", "--watch", "--node", "n1"))
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    try {
      Waiting.until("the usage", PATIENCE, () -> read(out).contains("20480 / 24576"));
      agent.finish(train, "prepare");
      Waiting.until("what was given back", PATIENCE, () -> read(out).contains("22528 / 24576"));
      watch.toHandle().destroy();
      assertThat(watch.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.exitValue()).isEqualTo(130);
    } finally {
      watch.destroyForcibly();
    }
  }

  private static void grant(KubernetesClient admin, String namespace) {
    admin
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(VIEWER)
                .withNamespace(namespace)
                .endMetadata()
                .build())
        .create();
    admin
        .resource(
            new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(namespace)
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources("nodes", "pods", "resourcequotas")
                .withVerbs("list", "watch")
                .endRule()
                .build())
        .create();
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", namespace)
                .addNewSubject("", "ServiceAccount", VIEWER, namespace)
                .build())
        .create();
  }

  /** Of everything that the commands look at; what other tests left behind is still going away. */
  private Map<String, String> versions() {
    KubernetesClient admin = workload.namespace().client();
    String namespace = workload.namespace().name();
    Map<String, String> versions = new TreeMap<>();
    Stream.of(
            admin.nodes().list().getItems(),
            admin.pods().inNamespace(namespace).list().getItems(),
            admin.resourceQuotas().inNamespace(namespace).list().getItems())
        .flatMap(List::stream)
        .map(HasMetadata.class::cast)
        .forEach(
            object ->
                versions.put(
                    object.getKind() + " " + object.getMetadata().getName(),
                    object.getMetadata().getResourceVersion()));
    return versions;
  }

  private ProcessBuilder command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("tidemark.program", "")));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    return builder;
  }

  private Run run(String... arguments) {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    try {
      Process process =
          command(List.of(arguments))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static JsonNode json(Run run) throws IOException {
    return new ObjectMapper().readTree(run.out());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
