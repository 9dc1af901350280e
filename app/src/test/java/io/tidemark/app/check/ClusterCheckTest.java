package io.tidemark.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.app.report.Finding;
import io.tidemark.app.report.FindingCode;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.InputReader;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found in clusters, and what is not. */
@QuarkusTest
class ClusterCheckTest {
  private static final Instant NOW = Instant.parse("2030-01-31T12:00:00Z");

  private static final String CARDS =
      "[{\"id\":\"GPU-0\",\"count\":10,\"devmem\":24576,\"devcore\":100,\"type\":\"NVIDIA-A\","
          + "\"health\":true},"
          + "{\"id\":\"GPU-1\",\"count\":10,\"devmem\":24576,\"devcore\":100,\"type\":\"NVIDIA-A\","
          + "\"health\":true}]";

  @Inject ClusterCheck check;
  @Inject DeviceFamilies families;

  @Test
  void aClusterThatStaysAsItIsHasNoFindings() {
    assertThat(check(node(""), pod("train", "GPU-0,NVIDIA,10240,0:;", app("app", 10240))))
        .isEmpty();
  }

  @Test
  void aSidecarThatHamiTakesForAnInitContainerIsCountedTooLow() {
    String pod =
        pod(
            "train",
            "GPU-0,NVIDIA,4096,0:;GPU-0,NVIDIA,10240,0:;",
            "initContainers: [%s]\n  containers: [%s]"
                .formatted(
                    container("cache", 4096).replace("{name", "{restartPolicy: Always, name"),
                    container("app", 10240)));

    Finding finding = only(check(node(""), pod));

    assertThat(finding.code()).isEqualTo(FindingCode.USAGE_TOO_LOW);
    assertThat(finding.object()).isEqualTo("Pod team-a/train");
    assertThat(finding.field()).isEqualTo("GPU-0 on n1");
    assertThat(finding.found()).isEqualTo("HAMi counts 10240 MiB, 1 slot");
    assertThat(finding.expected()).isEqualTo("charged 14336 MiB, 2 slots");
  }

  @Test
  void anInitContainerThatHasFinishedBeforeAnotherIsCountedTooHigh() {
    String pod =
        pod(
                "train",
                "GPU-0,NVIDIA,20480,0:;GPU-0,NVIDIA,8192,0:;GPU-0,NVIDIA,10240,0:;",
                "initContainers: [%s, %s]\n  containers: [%s]"
                    .formatted(
                        container("large", 20480),
                        container("small", 8192),
                        container("app", 10240)))
            .replace(
                "status: {phase: Running}",
                "status: {phase: Pending, initContainerStatuses: ["
                    + "{name: large, state: {terminated: {exitCode: 0}}},"
                    + " {name: small, state: {running: {}}}]}");

    Finding finding = only(check(node(""), pod));

    assertThat(finding.code()).isEqualTo(FindingCode.USAGE_TOO_HIGH);
    assertThat(finding.found()).isEqualTo("HAMi counts 20480 MiB, 1 slot");
    assertThat(finding.expected()).isEqualTo("charged 10240 MiB, 1 slot");
  }

  @Test
  void aPodThatHamiChargesElsewhereIsFound() {
    String pod =
        pod("train", "GPU-0,NVIDIA,10240,0:;", app("app", 10240))
            .replace("vgpu-node: n1", "vgpu-node: n2");
    assertThat(codes(check(node(""), pod))).containsExactly("UsageOnOtherNode");
  }

  @Test
  void allocationsThatAreMissingUnreadableLeftOverOrOfUnknownDevicesAreFound() {
    String missing = pod("missing", null, app("app", 10240));
    assertThat(codes(check(node(""), missing))).containsExactly("AllocationMissing");
    String unreadable = pod("unreadable", "GPU-0,NVIDIA,x,0:;", app("app", 10240));
    assertThat(codes(check(node(""), unreadable))).containsExactly("AllocationUnreadable");
    String unknown = pod("unknown", "GPU-9,NVIDIA,10240,0:;", app("app", 10240));
    assertThat(codes(check(node(""), unknown))).containsExactly("DeviceUnknown");
    String ghost =
        pod("ghost", "GPU-0,NVIDIA,10240,0:;", app("app", 10240)).replace("nodeName: n1\n  ", "");
    assertThat(codes(check(node(""), ghost))).containsExactly("AllocationLeftOver");
  }

  @Test
  void aCardWhosePodsMayNeedMoreThanItHasIsFoundWithThem() {
    String one =
        pod(
            "one",
            "GPU-0,NVIDIA,4096,0:;GPU-0,NVIDIA,10240,0:;",
            "initContainers: [%s]\n  containers: [%s]"
                .formatted(
                    container("cache", 4096).replace("{name", "{restartPolicy: Always, name"),
                    container("app", 10240)));
    String two = pod("two", "GPU-0,NVIDIA,14000,0:;", app("app", 14000));

    Finding finding = check(node(""), one, two).get(0);

    assertThat(finding.code()).isEqualTo(FindingCode.DEVICE_OVER_FULL);
    assertThat(finding.field()).isEqualTo("GPU-0");
    assertThat(finding.found())
        .startsWith("pods may need 28336 MiB")
        .endsWith("team-a/one, team-a/two");
  }

  @Test
  void aPodThatAdmissionWouldCompleteRefuseOrLeaveAloneIsTold() {
    String whole =
        pod(
            "whole",
            "GPU-0,NVIDIA,24576,100:;",
            "containers: [{name: app, resources: {limits:" + " {nvidia.com/gpu: 1}}}]");
    assertThat(codes(check(node(""), whole))).containsExactly("NotNormalForm");
    assertThat(only(check(node(""), whole)).expected())
        .contains("spec.containers[0].resources.limits[nvidia.com/gpucores] = \"100\"");
    String privileged =
        pod("p", "GPU-0,NVIDIA,10240,0:;", app("app", 10240))
            .replace("{name: app", "{securityContext: {privileged: true}, name: app");
    assertThat(codes(check(node(""), privileged))).containsExactly("WouldBeRefused");
    String other =
        pod("o", "GPU-0,NVIDIA,10240,0:;", app("app", 10240))
            .replace("hami-scheduler", "gpu-scheduler");
    assertThat(codes(check(node(""), other))).containsExactly("SchedulerUnknown");
    String huge = pod("huge", null, app("app", 1).replace("gpumem: 1}", "gpumem: 16Gi}"));
    assertThat(codes(check(node(""), huge)))
        .containsExactlyInAnyOrder("AllocationMissing", "RequestUnreadable");
  }

  @ParameterizedTest
  @CsvSource({
    // owner's state, seconds since, finding
    "gone, 10, LockStale",
    "Succeeded, 10, LockStale",
    "served, 10, LockStale",
    "unbound, 10,",
    "unbound, 301, LockStale",
    "allocating, 10,",
    "allocating, 301, HandoverStuck"
  })
  void aLockIsJudgedByItsOwner(String owner, int seconds, String code) {
    String pod =
        switch (owner) {
          case "gone" -> "";
          case "unbound" -> waiting("holder");
          case "allocating" ->
              pod("holder", "GPU-0,NVIDIA,10240,0:;", app("app", 10240))
                  .replace("phase: Running", "phase: Pending")
                  .replace("vgpu-node: n1", "vgpu-node: n1\n    hami.io/bind-phase: allocating");
          case "Succeeded" ->
              pod("holder", "GPU-0,NVIDIA,10240,0:;", app("app", 10240))
                  .replace("phase: Running", "phase: Succeeded");
          default -> pod("holder", "GPU-0,NVIDIA,10240,0:;", app("app", 10240));
        };
    String node = node("hami.io/mutex.lock: \"" + NOW.minusSeconds(seconds) + ",team-a,holder\"");

    List<String> found = codes(pod.isEmpty() ? check(node) : check(node, pod));

    assertThat(found).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage|LockUnreadable",
        "a,b,c,d|LockUnreadable",
        "2030-01-31T11:59:50Z|",
        "2030-01-31T11:50:00Z|LockStale"
      })
  void aLockWithoutOwnerIsJudgedByItsAge(String lock, String code) {
    assertThat(codes(check(node("hami.io/mutex.lock: \"" + lock + "\""))))
        .isEqualTo(code == null ? List.of() : List.of(code));
  }

  @Test
  void aPluginIsDeadWhereNobodyAnswersAndTheKubeletOffersNothing() {
    String requesting = "hami.io/node-handshake: \"Requesting_2030-01-31 11:50:00\"";
    String none = node(requesting).replace("nvidia.com/gpu: 20", "nvidia.com/gpu: 0");

    assertThat(codes(check(node(requesting)))).isEmpty();
    assertThat(codes(check(none))).containsExactly("PluginDead");
    assertThat(codes(check(none.replace("Requesting_", "Reported_"))))
        .containsExactly("NothingAllocatable");
  }

  @Test
  void registersThatCannotBeReadOrThatNobodyReadsAreFound() {
    assertThat(codes(check(node("").replace(CARDS, "[]")))).containsExactly("RegisterUnreadable");
    assertThat(codes(check(node("").replace("\"id\":\"GPU-1\"", "\"id\":\"\""))))
        .containsExactly("CardLeftOut");
    assertThat(codes(check(node("hami.io/node-nvidia-score: \"{\""))))
        .containsExactly("PairScoresUnreadable");
    Finding unknown =
        only(check(node("hami.io/node-foo-register: \"FOO-0,4,32768,100,FOO,0,true:\"")));
    assertThat(unknown.code()).isEqualTo(FindingCode.FAMILY_NOT_ENABLED);
    assertThat(unknown.field()).isEqualTo("metadata.annotations[hami.io/node-foo-register]");
  }

  @Test
  void quotasThatHamiDoesNotEnforceAsWrittenAreFound() {
    assertThat(codes(check(quota("q", "limits.nvidia.com/gpumem: 24000")))).isEmpty();
    assertThat(codes(check(quota("q", "limits.nvidia.com/gpu: 4"))))
        .containsExactly("QuotaNotEnforced");
    assertThat(codes(check(quota("q", "limits.nvidia.com/gpumem: 1500m"))))
        .containsExactly("QuotaNotEnforced");
    assertThat(codes(check(quota("q", "limits.nvidia.com/gpumemory: 1"))))
        .containsExactly("QuotaKeyUnknown");
    assertThat(codes(check(quota("q", "nvidia.com/gpumem: 1")))).containsExactly("QuotaKeyUnknown");
    assertThat(codes(check(quota("q", "requests.nvidia.com/gpu: 1, cpu: 4")))).isEmpty();
    String scoped =
        quota("q", "limits.nvidia.com/gpumem: 1").replace("spec:", "spec:\n  scopes: [BestEffort]");
    assertThat(codes(check(scoped))).containsExactly("QuotaScopeIgnored");
    List<Finding> several =
        check(
            quota("q1", "limits.nvidia.com/gpumem: 1000"),
            quota("q2", "limits.nvidia.com/gpumem: 5000"));
    assertThat(only(several).found()).startsWith("2 quotas limit it, q1 (1000) and q2 (5000)");
  }

  @Test
  void aNamespaceOverItsQuotaAndOneThatIsCountedWronglyAreFound() {
    String pod =
        pod(
            "train",
            "GPU-0,NVIDIA,16000,0:;GPU-1,NVIDIA,8000,0:;",
            "initContainers: [%s]\n  containers: [%s]"
                .formatted(container("prepare", 16000), container("app", 8000)));

    List<Finding> findings = check(node(""), quota("q", "limits.nvidia.com/gpumem: 12000"), pod);

    assertThat(codes(findings)).containsExactly("QuotaExceeded", "QuotaUsageWrong");
    assertThat(findings.get(0).found()).isEqualTo("16000 used, 12000 allowed");
    assertThat(findings.get(1).found()).isEqualTo("HAMi counts 24000 as used");
  }

  @Test
  void everyCodeIsExplainedInTheGuide() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "migration.md"));
    for (FindingCode code : FindingCode.values()) {
      assertThat(guide)
          .containsOnlyOnce("| `" + code.text() + "` | " + code.severity().word() + " |");
    }
  }

  private List<Finding> check(String... documents) {
    byte[] text = String.join("---\n", documents).getBytes(StandardCharsets.UTF_8);
    try {
      return check.run(
          new InputReader(families)
              .read(List.of("-"), () -> new ByteArrayInputStream(text))
              .simulations()
              .get(0)
              .objects(),
          NOW);
    } catch (InputException e) {
      throw new AssertionError(e.line(), e);
    }
  }

  private static Finding only(List<Finding> findings) {
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static List<String> codes(List<Finding> findings) {
    return findings.stream().map(finding -> finding.code().text()).toList();
  }

  private static String node(String annotation) {
    return """
        apiVersion: v1
        kind: Node
        metadata:
          name: n1
          annotations:
            hami.io/node-nvidia-register: '%s'
            %s
        status:
          allocatable: {nvidia.com/gpu: 20}
        """
        .formatted(CARDS, annotation)
        .replaceAll("(?m)^\\s+\\n", "");
  }

  /**
   * @param allocated null for none
   */
  private static String pod(String name, @Nullable String allocated, String containers) {
    String annotations =
        allocated == null
            ? "{}"
            : "\n    hami.io/vgpu-node: n1\n    hami.io/vgpu-devices-allocated: \""
                + allocated
                + "\"";
    return """
        apiVersion: v1
        kind: Pod
        metadata:
          name: NAME
          namespace: team-a
          annotations: ANNOTATIONS
        spec:
          nodeName: n1
          schedulerName: hami-scheduler
          CONTAINERS
        status: {phase: Running}
        """
        .replace("NAME", name)
        .replace("ANNOTATIONS", annotations)
        .replace("CONTAINERS", containers);
  }

  private static String waiting(String name) {
    return pod(name, null, app("app", 10240))
        .replace("nodeName: n1\n  ", "")
        .replace("phase: Running", "phase: Pending");
  }

  private static String app(String name, long memory) {
    return "containers: [" + container(name, memory) + "]";
  }

  private static String container(String name, long memory) {
    return "{name: %s, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: %d}}}"
        .formatted(name, memory);
  }

  private static String quota(String name, String hard) {
    return """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: %s, namespace: team-a}
        spec:
          hard: {%s}
        """
        .formatted(name, hard);
  }
}
