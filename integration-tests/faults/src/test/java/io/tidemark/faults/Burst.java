package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many pods at once on a few nodes, with hardly more room than they need. */
record Burst(Workload workload, int pods) {
  private static final int NODES = 10;
  private static final int CARDS = 4;
  private static final long CARD_MIB = 24_576;
  private static final long POD_MIB = 4_096;
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Pattern SLOT = Pattern.compile("([^,:;]+),NVIDIA,(\\d+),\\d+:");

  /** Nodes with room for 240 of them. */
  static List<FakeNode> nodes() {
    List<FakeNode> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(FakeNode.withCards("n" + i, CARDS, CARD_MIB));
    }
    return nodes;
  }

  /** Creates them all. */
  void create() {
    for (int i = 0; i < pods; i++) {
      workload.create("burst-" + i, List.of(), Workload.gpu("train", 1, POD_MIB));
    }
  }

  /** How many have a node. */
  long bound() {
    return list().stream().filter(pod -> pod.getSpec().getNodeName() != null).count();
  }

  /** Waits until so many have a node. */
  void awaitBound(int number) {
    Waiting.until(number + " pods to be bound", PATIENCE, () -> bound() >= number);
  }

  /** Waits until each has its devices and runs, and checks that no share was given twice. */
  void awaitAllRunning() {
    try {
      Waiting.until(
          pods + " pods to run",
          PATIENCE,
          () ->
              list().stream()
                      .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                      .filter(
                          pod -> "success".equals(Workload.annotation(pod, "hami.io/bind-phase")))
                      .count()
                  == pods);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; otherwise: " + others(), e);
    }
    Map<String, Long> given = new TreeMap<>();
    for (Pod pod : list()) {
      Matcher slot = SLOT.matcher(Workload.annotation(pod, "hami.io/vgpu-devices-allocated"));
      while (slot.find()) {
        given.merge(slot.group(1), Long.parseLong(slot.group(2)), Long::sum);
      }
    }
    assertThat(given.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(pods * POD_MIB);
    assertThat(given).allSatisfy((card, mib) -> assertThat(mib).isLessThanOrEqualTo(CARD_MIB));
  }

  private List<String> others() {
    return list().stream()
        .filter(pod -> !"Running".equals(pod.getStatus().getPhase()))
        .map(
            pod ->
                "%s on %s, %s %s %s"
                    .formatted(
                        Workload.name(pod),
                        pod.getSpec().getNodeName(),
                        pod.getStatus().getPhase(),
                        pod.getStatus().getReason(),
                        Workload.annotation(pod, "hami.io/bind-phase")))
        .toList();
  }

  private List<Pod> list() {
    return workload
        .namespace()
        .client()
        .pods()
        .inNamespace(workload.namespace().name())
        .list()
        .getItems();
  }
}
