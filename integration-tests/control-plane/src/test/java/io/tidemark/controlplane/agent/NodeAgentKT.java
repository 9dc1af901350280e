package io.tidemark.controlplane.agent;

import static io.tidemark.controlplane.agent.GpuPods.container;
import static io.tidemark.controlplane.agent.GpuPods.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ControlPlaneTest
class NodeAgentKT {
  private NodeAgent agent;
  private GpuPods pods;

  @BeforeEach
  void begin(NodeAgent newAgent, TestNamespace namespace) {
    agent = newAgent;
    pods = new GpuPods(namespace);
  }

  @Test
  void kubeSchedulerPlacesAPlainPodOnAFakeNode() {
    agent.add(FakeNode.named("plain-1"));
    PodBuilder builder =
        GpuPods.pod("p", "app=50ms", List.of(), container("app", 0))
            .editSpec()
            .withSchedulerName("default-scheduler")
            .endSpec();

    Pod done = pods.awaitPhase(pods.create(builder), "Succeeded");

    assertThat(done.getSpec().getNodeName()).isEqualTo("plain-1");
  }

  @Test
  void aPodWalksThroughInitContainersAndSidecarToSucceeded() {
    agent.add(FakeNode.named("walk-1"));
    List<Container> init = List.of(container("one", 0), sidecar("side", 0), container("two", 0));
    Pod pod = pods.create(GpuPods.pod("p", "*=hold", init, container("app", 0)));
    pods.bind(pod, "walk-1", Map.of());

    agent.awaitRunning(pod, "one");
    assertThat(shown(pod))
        .containsExactly("one running", "side waiting", "two waiting", "app waiting");
    assertThat(condition(pod, "Initialized")).isEqualTo("False");
    agent.finish(pod, "one");
    assertThat(shown(pod)).containsExactly("one 0", "side running", "two running", "app waiting");
    assertThat(phase(pod)).isEqualTo("Pending");
    agent.finish(pod, "two");
    assertThat(shown(pod)).containsExactly("one 0", "side running", "two 0", "app running");
    assertThat(phase(pod)).isEqualTo("Running");
    assertThat(condition(pod, "Initialized")).isEqualTo("True");
    assertThat(condition(pod, "Ready")).isEqualTo("True");
    agent.finish(pod, "app");
    assertThat(shown(pod)).containsExactly("one 0", "side 0", "two 0", "app 0");
    assertThat(phase(pod)).isEqualTo("Succeeded");
    assertThat(condition(pod, "PodScheduled")).isEqualTo("True");
  }

  @Test
  void anInitContainerThatFailsFailsItsPod() {
    agent.add(FakeNode.named("fail-1"));
    Pod pod =
        pods.create(
            GpuPods.pod("p", "one=10ms/exit=3", List.of(container("one", 0)), container("app", 0)));
    pods.bind(pod, "fail-1", Map.of());

    pods.awaitPhase(pod, "Failed");

    assertThat(shown(pod)).containsExactly("one 3", "app waiting");
  }

  @Test
  void aRebuiltSandboxRunsInitContainersAgainBesideOldEntries() {
    agent.add(FakeNode.named("sandbox-1"));
    PodBuilder builder =
        GpuPods.pod(
            "p", "*=hold", List.of(container("one", 0), container("two", 0)), container("app", 0));
    Pod pod = pods.create(builder.editSpec().withRestartPolicy("Always").endSpec());
    pods.bind(pod, "sandbox-1", Map.of());
    agent.finish(pod, "one");
    agent.finish(pod, "two");
    agent.awaitRunning(pod, "app");

    agent.rebuildSandbox(pod);

    assertThat(shown(pod)).containsExactly("one running", "two 0", "app waiting");
    agent.finish(pod, "one");
    assertThat(shown(pod)).containsExactly("one 0", "two running", "app waiting");
    assertThat(pods.present(pod).getStatus().getInitContainerStatuses().get(1).getRestartCount())
        .isEqualTo(1);
  }

  @Test
  void aDeletedPodIsGoneWhenItsContainersHaveEnded(TestNamespace namespace) {
    agent.add(FakeNode.named("gone-1"));
    Pod pod = pods.create(GpuPods.pod("p", "terminate=500ms", List.of(), container("app", 0)));
    pods.bind(pod, "gone-1", Map.of());
    agent.awaitRunning(pod, "app");

    namespace.client().resource(pod).delete();

    assertThat(pods.present(pod).getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(shown(pod)).containsExactly("app running");
    assertThat(pods.await(pod, present -> present == null)).isNull();
  }

  @Test
  void anEvictedPodFails() {
    agent.add(FakeNode.named("evict-1"));
    Pod pod = pods.create(GpuPods.pod("p", "", List.of(), container("app", 0)));
    pods.bind(pod, "evict-1", Map.of());

    agent.evict(pod);

    assertThat(phase(pod)).isEqualTo("Failed");
    assertThat(pods.present(pod).getStatus().getReason()).isEqualTo("Evicted");
  }

  private List<String> shown(Pod pod) {
    var status = pods.present(pod).getStatus();
    return Stream.concat(
            status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
        .map(NodeAgentKT::shown)
        .toList();
  }

  private static String shown(ContainerStatus status) {
    var state = status.getState();
    if (state.getRunning() != null) {
      return status.getName() + " running";
    }
    return state.getTerminated() == null
        ? status.getName() + " waiting"
        : status.getName() + " " + state.getTerminated().getExitCode();
  }

  private String phase(Pod pod) {
    return pods.present(pod).getStatus().getPhase();
  }

  private String condition(Pod pod, String type) {
    return pods.present(pod).getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow()
        .getStatus();
  }
}
