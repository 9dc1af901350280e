package io.tidemark.faults;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.agent.PluginFamily;
import io.tidemark.controlplane.agent.PodScript;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import io.tidemark.faults.gate.ApiCall;
import io.tidemark.faults.gate.ApiGate;
import io.tidemark.faults.gate.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tidemark is killed between any two of its writes, and while pods live: what it knows afterwards
 * is what a ledger made from nothing knows, and no pod is lost or served twice.
 */
@ControlPlaneTest(dedicated = true)
class RestartKT {
  private static final String OLDER_MINOR = "34";

  private static Installation installation;
  private static ApiGate gate;
  private static Replica tidemark;
  private static Replica fresh;

  private NodeAgent agent;
  private Workload workload;

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    installation = Installation.on(controlPlane);
    gate = ApiGate.before(controlPlane);
    tidemark =
        installation.startOne(installation.replica("tidemark", gate.url(), Times.SHORT_LEASE));
    fresh = installation.replica("fresh", Times.SHORT_LEASE);
  }

  @AfterAll
  static void end() throws Exception {
    gate.close();
    installation.close();
  }

  @BeforeEach
  void open(TestNamespace namespace) {
    agent = installation.agent();
    workload = new Workload(namespace, tidemark);
    agent.add(FakeNode.withCards("n1", 1, 24576));
  }

  @AfterEach
  void nothingIsLeftOver() {
    gate.reset();
    // A failed test leaves its node and a dead Tidemark to nobody after it.
    try (NodeAgent closing = agent) {
      if (!tidemark.process().isRunning()) {
        tidemark.start();
      }
      assertThat(closing.violations()).isEmpty();
      workload
          .namespace()
          .client()
          .pods()
          .inNamespace(workload.namespace().name())
          .withGracePeriod(0)
          .delete();
      Ledgers.awaitNothingUsed(tidemark);
      Ledgers.awaitNoLock(workload.namespace().client());
    }
  }

  @Test
  void betweenFilterAndBind() {
    Fault lock = gate.holdCalls(ApiCall.lockOf("n1"));
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 10240));
    lock.awaitMet();
    tidemark.process().kill();
    lock.hangUp();
    assertThat(Ledgers.locks(workload.namespace().client())).isEmpty();

    tidemark.start();
    isServedOnce(pod);
  }

  @Test
  void betweenLockAndBinding() {
    Fault binding = gate.holdCalls(ApiCall.bindingOf("train"));
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 10240));
    binding.awaitMet();
    tidemark.process().kill();
    binding.hangUp();
    assertThat(Ledgers.locks(workload.namespace().client())).containsKey("n1");

    tidemark.start();
    isServedOnce(pod);
  }

  @Test
  void betweenLockAndAnnotationWhereLabelsAreWrittenFirst() {
    restartOn(OLDER_MINOR);
    Fault label = gate.holdCalls(ApiCall.labelOf("train"));
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 10240));
    label.awaitMet();
    tidemark.process().kill();
    label.hangUp();
    assertThat(Ledgers.locks(workload.namespace().client())).containsKey("n1");

    tidemark.start();
    isServedOnce(pod);
  }

  @Test
  void betweenAnnotationAndBindingWhereLabelsAreWrittenFirst() {
    restartOn(OLDER_MINOR);
    Fault binding = gate.holdCalls(ApiCall.bindingOf("train"));
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 10240));
    binding.awaitMet();
    tidemark.process().kill();
    binding.hangUp();
    Pod labelled = workload.read(pod);
    assertThat(labelled.getMetadata().getLabels()).containsEntry("hami.io/vgpu-node", "n1");
    assertThat(labelled.getSpec().getNodeName()).isNull();

    tidemark.start();
    isServedOnce(pod);
  }

  @Test
  void afterTheBindingWasWrittenAndBeforeItsAnswerCame() {
    agent.holdAdmission("n1");
    Fault answer = gate.holdAnswers(ApiCall.bindingOf("train"));
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 10240));
    answer.awaitMet();
    tidemark.process().kill();
    answer.hangUp();
    assertThat(workload.read(pod).getSpec().getNodeName()).isEqualTo("n1");

    tidemark.start();
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/10240"));
    agent.releaseAdmission("n1");
    isServedOnce(pod);
  }

  @Test
  void aBindingThatIsUnderWayWhenItsSenderDiesBindsNothingAfterTheRoomWasGivenAway() {
    Fault late = gate.holdCalls(ApiCall.bindingOf("first"));
    Pod first = workload.create("first", List.of(), gpu("train", 1, 20480));
    late.awaitMet();
    tidemark.process().kill();
    workload.delete(first);
    tidemark.start();

    Pod second = workload.create("second", List.of(), gpu("train", 1, 20480));
    workload.awaitServed(second);
    Pod sameName = workload.create("first", List.of(), gpu("train", 1, 20480));
    late.letGo();
    workload.awaitUnschedulable(sameName);
    assertThat(workload.read(sameName).getSpec().getNodeName()).isNull();
    agent.awaitRunning(second, "train");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
    awaitSameAsFresh();
  }

  @Test
  void aPodThatWaitsForRoomStillGetsIt() {
    Pod first = workload.create("first", List.of(), gpu("train", 1, 20480));
    workload.awaitServed(first);
    Pod second = workload.create("second", List.of(), gpu("train", 1, 20480));
    workload.awaitUnschedulable(second);
    tidemark.process().kill();
    agent.finish(first, "train");

    tidemark.start();
    isServedOnce(second, "1/20480");
  }

  @Test
  void whileTheSecondOfThreeInitContainersRuns() {
    Pod pod = workload.create("train", steps(20480, 16384, 12288), gpu("train", 1, 8192));
    agent.finish(pod, "step-1");
    agent.awaitRunning(pod, "step-2");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/16384"));
    tidemark.process().kill();

    tidemark.start();
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/16384"));
    awaitSameAsFresh();
    agent.finish(pod, "step-2");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/12288"));
    agent.finish(pod, "step-3");
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/8192"));
    assertThat(agent.idsInUse("n1", PluginFamily.NVIDIA)).isEqualTo(1);
  }

  @Test
  void whatInitContainersGaveBackDuringTheOutageIsGivenBack() {
    Pod pod = workload.create("train", steps(20480, 16384, 12288), gpu("train", 1, 8192));
    agent.finish(pod, "step-1");
    agent.awaitRunning(pod, "step-2");
    tidemark.process().kill();
    agent.finish(pod, "step-2");
    agent.awaitRunning(pod, "step-3");

    tidemark.start();
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/12288"));
    awaitSameAsFresh();
  }

  @Test
  void whileAPodIsTerminatingItHoldsItsShareUntilItsEnd() {
    Pod pod = workload.create(slowToEnd("train", gpu("train", 1, 20480)));
    workload.awaitServed(pod);
    agent.awaitRunning(pod, "train");
    deleteWithGrace(pod);
    tidemark.process().kill();

    tidemark.start();
    assertThat(workload.read(pod).getMetadata().getDeletionTimestamp()).isNotNull();
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
    awaitSameAsFresh();
    Waiting.until(
        "the end of " + Workload.name(pod), Workload.PATIENCE, () -> workload.isGone(pod));
    workload.awaitUsed("n1", Map.of());
  }

  @Test
  void aPodThatEndsItsTerminationDuringTheOutageHoldsNothing() {
    Pod pod = workload.create("train", List.of(), gpu("train", 1, 20480));
    workload.awaitServed(pod);
    tidemark.process().kill();
    workload.delete(pod);
    Waiting.until(
        "the end of " + Workload.name(pod), Workload.PATIENCE, () -> workload.isGone(pod));

    tidemark.start();
    workload.awaitUsed("n1", Map.of());
    awaitSameAsFresh();
  }

  private void isServedOnce(Pod pod) {
    isServedOnce(pod, "1/10240");
  }

  private void isServedOnce(Pod pod, String used) {
    Pod served = workload.awaitServed(pod);
    assertThat(served.getMetadata().getUid()).isEqualTo(pod.getMetadata().getUid());
    agent.awaitRunning(pod, pod.getSpec().getContainers().get(0).getName());
    workload.awaitUsed("n1", Map.of("GPU-n1-0", used));
    assertThat(agent.idsInUse("n1", PluginFamily.NVIDIA)).isEqualTo(1);
    assertThat(gate.accepted(ApiCall.bindingOf(Workload.name(pod)))).hasSize(1);
    awaitSameAsFresh();
  }

  /** Compares with a replica that has seen nothing but the cluster as it is now. */
  private static void awaitSameAsFresh() {
    try {
      fresh.start();
      Ledgers.awaitEqual(tidemark, fresh);
    } finally {
      fresh.process().kill();
    }
  }

  private static void restartOn(String minor) {
    gate.showMinor(minor);
    tidemark.process().stop();
    tidemark.start();
  }

  private static List<Container> steps(long first, long second, long third) {
    return List.of(gpu("step-1", 1, first), gpu("step-2", 1, second), gpu("step-3", 1, third));
  }

  private static PodBuilder slowToEnd(String name, Container app) {
    return Workload.pod(name, List.of(), app)
        .editMetadata()
        .addToAnnotations(PodScript.ANNOTATION, Workload.HOLD + ", terminate=12s")
        .endMetadata();
  }

  private void deleteWithGrace(Pod pod) {
    workload
        .namespace()
        .client()
        .pods()
        .inNamespace(workload.namespace().name())
        .withName(Workload.name(pod))
        .withGracePeriod(30)
        .delete();
  }
}
