package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static io.tidemark.controlplane.tidemark.Workload.plain;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.agent.FakeCard;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.PluginFamily;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Pods that kube-scheduler evicts for the CPU of a more important one, and what Tidemark says to
 * it: nodes with CPUs for one large pod and one card of 24576 MiB.
 */
@ControlPlaneTest(dedicated = true)
class PreemptionKT extends InstalledTidemark {
  private static final String HIGH = "preemption-kt-high";
  private static final String LOW = "preemption-kt-low";

  @BeforeEach
  void nodeAndPriorities() {
    agent.add(
        new FakeNode(
            "n1",
            Map.of(),
            "2",
            "64Gi",
            50,
            Map.of(PluginFamily.NVIDIA, List.of(FakeCard.nvidia("GPU-n1-0", 24576)))));
    priority(HIGH, 1000);
    priority(LOW, 10);
  }

  @AfterEach
  void noPriorities() {
    client().scheduling().v1().priorityClasses().withName(HIGH).delete();
    client().scheduling().v1().priorityClasses().withName(LOW).delete();
  }

  @Test
  void aMoreImportantPodGetsTheDeviceOfThePodThatIsEvicted() {
    Pod low = create("low", LOW, "1500m", gpu("train", 1, 20480));
    agent.awaitRunning(low, "train");

    Pod high = create("high", HIGH, "1500m", gpu("train", 1, 10240));

    Pod served = workload.awaitServed(high);
    assertThat(served.getSpec().getNodeName()).isEqualTo("n1");
    agent.awaitRunning(high, "train");
    assertThat(workload.isGone(low)).isTrue();
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/10240"));
  }

  @Test
  void whoHoldsTheDevicesIsEvictedTogetherWithWhoHoldsTheCpu() {
    Pod holder = create("holder", LOW, "100m", gpu("train", 1, 20480));
    agent.awaitRunning(holder, "train");
    Pod spared = create("spared", LOW, "100m", gpu("train", 1, 2048));
    agent.awaitRunning(spared, "train");
    Pod web = create("web", LOW, "1500m", plain("web"));
    agent.awaitRunning(web, "web");

    Pod high = create("high", HIGH, "1500m", gpu("train", 1, 20480));

    workload.awaitServed(high);
    agent.awaitRunning(high, "train");
    assertThat(workload.isGone(web)).isTrue();
    assertThat(workload.isGone(holder)).isTrue();
    assertThat(workload.isGone(spared)).isFalse();
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "2/22528"));
  }

  @Test
  void nobodyIsEvictedForCpuWhereTheDevicesStayTaken() {
    Pod holder = create("holder", HIGH, "100m", gpu("train", 1, 20480));
    agent.awaitRunning(holder, "train");
    Pod web = create("web", LOW, "1500m", plain("web"));
    agent.awaitRunning(web, "web");

    Pod high = create("high", HIGH, "1500m", gpu("train", 1, 20480));

    workload.awaitUnschedulable(high);
    assertThat(workload.read(high).getStatus().getNominatedNodeName()).isNull();
    assertThat(workload.read(web).getMetadata().getDeletionTimestamp()).isNull();
    agent.finish(holder, "train");
    // Only now is an eviction of use.
    workload.awaitServed(high);
    assertThat(workload.isGone(web)).isTrue();
    assertThat(workload.events(web, "Preempted")).hasSize(1);
  }

  private Pod create(String name, String priorityClass, String cpu, Container container) {
    Container asking =
        new ContainerBuilder(container)
            .editOrNewResources()
            .addToRequests("cpu", new Quantity(cpu))
            .endResources()
            .build();
    return workload.create(
        new PodBuilder(Workload.pod(name, List.of(), asking).build())
            .editSpec()
            .withSchedulerName(Installation.SCHEDULER_NAME)
            .withPriorityClassName(priorityClass)
            .withTerminationGracePeriodSeconds(1L)
            .endSpec());
  }

  private void priority(String name, int value) {
    client()
        .resource(
            new PriorityClassBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withValue(value)
                .build())
        .create();
    Waiting.until(
        "priority class " + name,
        Workload.PATIENCE,
        () -> client().scheduling().v1().priorityClasses().withName(name).get() != null);
  }

  private KubernetesClient client() {
    return workload.namespace().client();
  }
}
