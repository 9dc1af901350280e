package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static io.tidemark.controlplane.tidemark.Workload.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.agent.PodScript;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many pods at once, more than fit, while others end: the sums hold at every moment. */
@ControlPlaneTest(dedicated = true)
class CrowdKT {
  private static final int NODES = 200;
  private static final int PODS = 500;
  private static final long CARD_MIB = 16384;
  private static final long QUOTA_MIB = 600_000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Test
  void fiveHundredPodsOnTwoHundredNodesComeAndGoAndLeaveNothing(
      ControlPlane controlPlane, TestNamespace namespace) {
    try (Installation installation = Installation.on(controlPlane);
        NodeAgent agent = installation.agent()) {
      // Pods beyond the quota are let in and wait: more of them than the quota has room for.
      Replica tidemark = installation.startOne(Map.of("TIDEMARK_ADMISSION_QUOTA", "wait"));
      agent.addAll(
          IntStream.range(0, NODES)
              .mapToObj(i -> FakeNode.withCards("node-" + i, 1 + i % 2, CARD_MIB))
              .toList());
      Workload workload = new Workload(namespace, tidemark);
      workload.limit("limits.nvidia.com/gpumem", QUOTA_MIB);
      Random random = new Random(42);
      List<Pod> pods = new ArrayList<>();
      for (int i = 0; i < PODS; i++) {
        pods.add(workload.create(pod(i, random)));
      }

      Waiting.until(
          "all pods to have run to their end; " + tidemark.process().tail(),
          PATIENCE,
          () -> {
            assertNothingIsOverfull(workload.usage());
            assertThat(workload.usedInNamespace("nvidia.com/gpumem"))
                .isLessThanOrEqualTo(QUOTA_MIB);
            return phases(workload).stream().allMatch("Succeeded"::equals);
          });
      assertThat(phases(workload)).hasSize(PODS);
      assertThat(agent.violations()).isEmpty();
      Waiting.until(
          "a ledger with nothing in it", Workload.PATIENCE, () -> total(workload.usage()) == 0);
      assertThat(tidemark.manage("/q/metrics").body())
          .containsPattern("(?m)^tidemark_ledger_drift(\\{[^}]*})? 0\\.0$");

      namespace.client().pods().inNamespace(namespace.name()).withGracePeriod(0).delete();
      assertThat(total(workload.usage())).isZero();
    }
  }

  /** Small and large shares, init containers and sidecars; what it runs takes up to a second. */
  private static PodBuilder pod(int index, Random random) {
    long train = 1024L * (1 + random.nextInt(12));
    List<Container> init = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      init.add(sidecar(gpu("cache", 1, 1024L * (1 + random.nextInt(3)))));
    }
    if (random.nextInt(2) == 0) {
      init.add(gpu("prepare", 1, 1024L * (1 + random.nextInt(12))));
    }
    return new PodBuilder(Workload.pod("p" + index, init, gpu("train", 1, train)).build())
        .editMetadata()
        .addToAnnotations(
            PodScript.ANNOTATION,
            "prepare=%dms, train=%dms, *=hold"
                .formatted(random.nextInt(300), 200 + random.nextInt(1000)))
        .endMetadata();
  }

  private static List<String> phases(Workload workload) {
    return workload
        .namespace()
        .client()
        .pods()
        .inNamespace(workload.namespace().name())
        .withLabelSelector("")
        .list()
        .getItems()
        .stream()
        .map(pod -> pod.getStatus().getPhase())
        .toList();
  }

  private static void assertNothingIsOverfull(JsonNode usage) {
    for (JsonNode node : usage.path("nodes")) {
      for (JsonNode card : node) {
        assertThat(card.path("memoryMiB").asLong()).isLessThanOrEqualTo(CARD_MIB);
      }
    }
  }

  private static long total(JsonNode usage) {
    long total = 0;
    for (JsonNode node : usage.path("nodes")) {
      for (JsonNode card : node) {
        total += card.path("memoryMiB").asLong() + card.path("slots").asLong();
      }
    }
    return total;
  }
}
