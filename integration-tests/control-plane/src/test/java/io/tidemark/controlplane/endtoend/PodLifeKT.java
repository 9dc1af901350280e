package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static io.tidemark.controlplane.tidemark.Workload.plain;
import static io.tidemark.controlplane.tidemark.Workload.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.PluginFamily;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One pod at a time from its creation to nothing: what it needs, holds, and gives back when. */
@ControlPlaneTest(dedicated = true)
class PodLifeKT extends InstalledTidemark {
  @Test
  void aPodThatNamesNoSchedulerIsAdmittedScheduledServedAndForgotten() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 10240));
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo(Installation.SCHEDULER_NAME);

    Pod served = workload.awaitServed(pod);
    assertThat(served.getSpec().getNodeName()).isEqualTo("n1");
    assertThat(Workload.annotation(served, "hami.io/vgpu-devices-allocated"))
        .isEqualTo("GPU-n1-0,NVIDIA,10240,0:;");
    agent.awaitRunning(pod, "train");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/10240"));

    agent.finish(pod, "train");
    workload.awaitUsed("n1", Map.of());
    assertThat(workload.usedInNamespace("nvidia.com/gpumem")).isZero();
  }

  @Test
  void initContainersNeedTheLargestOfThemAndGiveBackWhatTheyAloneNeeded() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Pod pod =
        workload.create(
            "train",
            List.of(gpu("large", 1, 20480), gpu("small", 1, 12288)),
            gpu("train", 1, 10240));

    agent.awaitRunning(pod, "large");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
    assertThat(workload.usedInNamespace("nvidia.com/gpumem")).isEqualTo(20480);
    agent.finish(pod, "large");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/12288"));
    agent.finish(pod, "small");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/10240"));
    assertThat(workload.usedInNamespace("nvidia.com/gpumem")).isEqualTo(10240);
    agent.finish(pod, "train");
    workload.awaitUsed("n1", Map.of());
  }

  @Test
  void aPodThatWaitsIsWokenByTheInitContainerWhoseEndMakesItsRoom() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Pod first = workload.create("first", List.of(gpu("prepare", 1, 20480)), gpu("train", 1, 8192));
    agent.awaitRunning(first, "prepare");
    Pod second = workload.create("second", List.of(), gpu("train", 1, 16384));
    workload.awaitUnschedulable(second);
    assertThat(workload.events(second, "FilteringFailed")).isNotEmpty();
    assertThat(
            Workload.json(tidemark.get("/api/explain/" + workload.namespace().name() + "/second"))
                .path("nodes"))
        .isNotEmpty();

    agent.finish(first, "prepare");
    long before = System.nanoTime();
    Pod served = workload.awaitServed(second);
    assertThat(served.getSpec().getNodeName()).isEqualTo("n1");
    assertThat((System.nanoTime() - before) / 1_000_000).as("ms").isLessThan(2_000);
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "2/24576"));
  }

  @Test
  void aSidecarIsHeldBesideEverythingThatStartsAfterIt() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Pod pod =
        workload.create(
            "train",
            List.of(sidecar(gpu("cache", 1, 4096)), gpu("prepare", 1, 12288)),
            gpu("train", 1, 8192));

    agent.awaitRunning(pod, "prepare");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "2/16384"));
    agent.finish(pod, "prepare");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "2/12288"));
  }

  @Test
  void twoCardsOfOnePodAreAccountedOneByOne() {
    agent.add(FakeNode.withCards("n1", 2, 24576));
    Pod pod = workload.create("train", List.of(gpu("prepare", 2, 20480)), gpu("train", 1, 10240));

    agent.awaitRunning(pod, "prepare");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/20480", "GPU-n1-1", "1/20480"));
    agent.finish(pod, "prepare");
    agent.awaitRunning(pod, "train");
    Pod served = workload.read(pod);
    String card =
        Workload.annotation(served, "hami.io/vgpu-devices-allocated")
                .contains("GPU-n1-1,NVIDIA,10240")
            ? "GPU-n1-1"
            : "GPU-n1-0";
    workload.awaitUsed("n1", Map.of(card, "1/10240"));
  }

  @Test
  void aPodWithoutDevicesIsScheduledAsEver() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Pod pod = workload.create("web", List.of(), plain("web"));
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
  }

  @Test
  void aPodThatIsDeletedGivesBackEverything() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Pod pod = workload.create("train", List.of(gpu("prepare", 1, 20480)), gpu("train", 1, 8192));
    agent.awaitRunning(pod, "prepare");
    workload.delete(pod);
    workload.awaitUsed("n1", Map.of());
    assertThat(agent.idsInUse("n1", PluginFamily.NVIDIA)).isZero();
  }
}
