package io.tidemark.controlplane.agent;

import static io.tidemark.controlplane.agent.GpuPods.container;
import static io.tidemark.controlplane.agent.GpuPods.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.tidemark.controlplane.agent.Violation.Kind;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ControlPlaneTest
class DevicePluginKT {
  private static final String TO_ALLOCATE = PluginFamily.NVIDIA.toAllocate();

  private NodeAgent agent;
  private GpuPods pods;
  private TestNamespace namespace;

  @BeforeEach
  void begin(NodeAgent newAgent, TestNamespace newNamespace) {
    agent = newAgent;
    namespace = newNamespace;
    pods = new GpuPods(newNamespace);
  }

  @Test
  void aNodeRegistersItsCards() {
    agent.add(FakeNode.named("register-1", FakeCard.nvidia("GPU-r", 24576)));

    Node node = namespace.client().nodes().withName("register-1").require();

    assertThat(node.getMetadata().getAnnotations())
        .containsEntry(
            "hami.io/node-nvidia-register",
            "[{\"id\":\"GPU-r\",\"count\":10,\"devmem\":24576,\"devcore\":100,"
                + "\"type\":\"NVIDIA-Test\",\"numa\":0,\"mode\":\"hami-core\",\"health\":true}]");
    assertThat(node.getStatus().getAllocatable())
        .containsEntry("nvidia.com/gpu", new Quantity("10"));
    assertThat(node.getSpec().getTaints()).isEmpty();
  }

  @Test
  void theApiServerCopiesAnnotationsAndLabelsOfABindingIntoThePod() {
    agent.add(FakeNode.withCards("copy-1", 1, 24576));
    agent.holdAdmission("copy-1");
    Pod pod = pods.create(GpuPods.pod("p", "", List.of(), container("app", 1)));

    pods.allocate(pod, "copy-1", "GPU-copy-1-0,NVIDIA,3000,30:;");

    Pod bound = pods.present(pod);
    assertThat(bound.getSpec().getNodeName()).isEqualTo("copy-1");
    assertThat(bound.getMetadata().getAnnotations())
        .containsEntry(TO_ALLOCATE, "GPU-copy-1-0,NVIDIA,3000,30:;")
        .containsEntry("hami.io/bind-phase", "allocating");
    assertThat(bound.getMetadata().getLabels()).containsEntry("hami.io/vgpu-node", "copy-1");
  }

  @Test
  void slotsAreTakenInOrderThenThePhaseIsSuccessAndTheLockIsFree() {
    agent.add(FakeNode.withCards("slots-1", 2, 24576));
    Pod pod =
        pods.create(
            GpuPods.pod(
                "p",
                "*=hold",
                List.of(container("one", 1), container("plain", 0), sidecar("side", 1)),
                container("app", 2)));

    pods.allocate(
        pod,
        "slots-1",
        "GPU-slots-1-0,NVIDIA,20000,0:;;GPU-slots-1-1,NVIDIA,1000,0:;"
            + "GPU-slots-1-0,NVIDIA,10000,0:GPU-slots-1-1,NVIDIA,10000,0:;");

    Pod allocated = pods.awaitAnnotation(pod, "hami.io/bind-phase", "success");
    // Three round trips have each added a semicolon.
    assertThat(allocated.getMetadata().getAnnotations()).containsEntry(TO_ALLOCATE, ";;;;;;;");
    agent.awaitRunning(pod, "one");
    assertThat(lockOf("slots-1")).isNull();
    // The sidecar keeps the id that the init container had; the app container gets two more.
    assertThat(agent.idsInUse("slots-1", PluginFamily.NVIDIA)).isEqualTo(3);
    agent.finish(pod, "one");
    agent.finish(pod, "plain");
    agent.finish(pod, "app");
    assertThat(agent.idsInUse("slots-1", PluginFamily.NVIDIA)).isZero();
    assertThat(agent.violations()).isEmpty();
  }

  @Test
  void aPodWithoutIdsLeftIsRejectedAsTheKubeletDoes() {
    agent.add(FakeNode.named("ids-1", FakeCard.nvidia("GPU-ids", 24576).withSlots(1)));
    Pod first =
        pods.create(GpuPods.pod("a", "", List.of(container("one", 1)), container("app", 0)));
    pods.allocate(first, "ids-1", "GPU-ids,NVIDIA,100,0:;;");
    agent.awaitRunning(first, "app");
    Pod second = pods.create(GpuPods.pod("b", "", List.of(), container("app", 1)));

    pods.allocate(second, "ids-1", "GPU-ids,NVIDIA,100,0:;");

    Pod failed = pods.awaitPhase(second, "Failed");
    assertThat(failed.getStatus().getReason()).isEqualTo("UnexpectedAdmissionError");
    assertThat(failed.getStatus().getMessage())
        .contains(
            "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu."
                + " Requested: 1, Available: 0, which is unexpected");
    assertThat(lockOf("ids-1")).endsWith("," + namespace.name() + ",b");
  }

  @Test
  void anotherNumberOfCardsThanAskedForFailsThePod() {
    agent.add(FakeNode.withCards("number-1", 2, 24576));
    Pod pod = pods.create(GpuPods.pod("p", "", List.of(), container("app", 2)));

    pods.allocate(pod, "number-1", "GPU-number-1-0,NVIDIA,100,0:;");

    Pod failed = pods.awaitPhase(pod, "Failed");
    assertThat(failed.getStatus().getMessage()).contains("device number not matched");
    assertThat(failed.getMetadata().getAnnotations()).containsEntry("hami.io/bind-phase", "failed");
    assertThat(lockOf("number-1")).isNull();
    assertThat(agent.idsInUse("number-1", PluginFamily.NVIDIA)).isZero();
  }

  @Test
  void aPluginThatFailsEndsThePodsTurn() {
    agent.add(FakeNode.withCards("lost-1", 1, 24576));
    agent.failNextAllocation("lost-1", "the device is lost");
    Pod pod = pods.create(GpuPods.pod("p", "", List.of(), container("app", 1)));

    pods.allocate(pod, "lost-1", "GPU-lost-1-0,NVIDIA,100,0:;");

    assertThat(pods.awaitPhase(pod, "Failed").getStatus().getMessage())
        .contains("the device is lost");
    assertThat(lockOf("lost-1")).isNull();
  }

  @Test
  void memoryGivenTwiceIsAViolation() {
    agent.add(FakeNode.withCards("twice-1", 1, 24576));
    Pod first = pods.create(GpuPods.pod("a", "", List.of(), container("app", 1)));
    pods.allocate(first, "twice-1", "GPU-twice-1-0,NVIDIA,20000,0:;");
    agent.awaitRunning(first, "app");
    Pod second = pods.create(GpuPods.pod("b", "", List.of(), container("app", 1)));

    pods.allocate(second, "twice-1", "GPU-twice-1-0,NVIDIA,10000,0:;");

    agent.awaitRunning(second, "app");
    assertThat(agent.violations())
        .extracting(Violation::kind)
        .containsExactly(Kind.CARD_OVERCOMMITTED);
    assertThat(agent.violations().get(0).detail()).contains("30000 / 24576 MiB");
  }

  @Test
  void slotsOutOfOrderAreAViolation() {
    agent.add(FakeNode.withCards("order-1", 1, 24576));
    Pod pod =
        pods.create(GpuPods.pod("p", "", List.of(container("plain", 0)), container("app", 1)));

    pods.allocate(pod, "order-1", "GPU-order-1-0,NVIDIA,100,0:;");

    agent.awaitRunning(pod, "app");
    assertThat(agent.violations())
        .extracting(Violation::kind)
        .containsExactly(Kind.SLOT_OUT_OF_ORDER);
  }

  @Test
  void aLockOfAnotherPodIsAViolationAndGivesThatPodsCards() {
    agent.add(FakeNode.withCards("lock-1", 1, 24576));
    agent.holdAdmission("lock-1");
    Pod first = pods.create(GpuPods.pod("a", "", List.of(), container("app", 1)));
    pods.allocate(first, "lock-1", "GPU-lock-1-0,NVIDIA,100,0:;");
    Pod second = pods.create(GpuPods.pod("b", "", List.of(), container("app", 1)));
    pods.allocate(second, "lock-1", "GPU-lock-1-0,NVIDIA,200,0:;");

    agent.releaseAdmission("lock-1");

    agent.awaitRunning(first, "app");
    assertThat(agent.violations()).extracting(Violation::kind).startsWith(Kind.LOCK_OF_ANOTHER);
    assertThat(pods.present(second).getMetadata().getAnnotations())
        .containsEntry(TO_ALLOCATE, ";;");
  }

  @Test
  void theFirstOfTwoFamiliesToFinishReleasesTheLockAndTheSecondFindsItsPodAllTheSame() {
    PluginFamily second =
        new PluginFamily(
            "ACME",
            "acme.example/npu",
            "acme.example/node-npu-register",
            "acme.example/npu-to-allocate",
            PluginFamily.Format.LINE,
            true);
    agent.add(
        FakeNode.withCards("two-1", 1, 24576)
            .with(second, List.of(FakeCard.nvidia("NPU-0", 16384))));
    Pod pod =
        pods.create(
            GpuPods.pod(
                "p",
                "",
                List.of(),
                container("a", 1),
                GpuPods.container("b", second.countResource(), 1)));
    pods.lock("two-1", pod);

    pods.bind(
        pod,
        "two-1",
        Map.of(
            TO_ALLOCATE,
            "GPU-two-1-0,NVIDIA,100,0:;;",
            second.toAllocate(),
            ";NPU-0,ACME,100,0:;",
            DevicePlugin.ASSIGNED_NODE,
            "two-1",
            DevicePlugin.BIND_PHASE,
            DevicePlugin.ALLOCATING,
            DevicePlugin.BIND_TIME,
            "1893456001"));

    agent.awaitRunning(pod, "b");
    assertThat(pods.present(pod).getMetadata().getAnnotations())
        .containsEntry(TO_ALLOCATE, ";;;")
        .containsEntry(second.toAllocate(), ";;;")
        .containsEntry("hami.io/bind-phase", "success");
    assertThat(lockOf("two-1")).isNull();
    assertThat(agent.violations()).isEmpty();
  }

  private @Nullable String lockOf(String node) {
    return namespace
        .client()
        .nodes()
        .withName(node)
        .require()
        .getMetadata()
        .getAnnotations()
        .get("hami.io/mutex.lock");
  }
}
