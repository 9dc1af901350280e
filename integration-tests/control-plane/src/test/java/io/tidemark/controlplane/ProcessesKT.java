package io.tidemark.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.agent.PodScript;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@ControlPlaneTest(dedicated = true)
class ProcessesKT {
  @Test
  void aKilledApiServerComesBackWithAllObjectsAndTheAgentGoesOn(
      ControlPlane controlPlane, NodeAgent agent, TestNamespace namespace) {
    agent.add(FakeNode.named("outage-1"));
    Pod pod = create(namespace, "default-scheduler", "app=hold");
    agent.awaitRunning(pod, "app");

    controlPlane.apiServer().kill();
    assertThatThrownBy(() -> askImpatiently(controlPlane))
        .isInstanceOf(KubernetesClientException.class);
    controlPlane.apiServer().start();
    agent.finish(pod, "app");

    assertThat(phase(namespace, pod)).isEqualTo("Succeeded");
  }

  @Test
  void aPausedApiServerKeepsConnectionsAndAnswersNothing(ControlPlane controlPlane) {
    controlPlane.apiServer().pause();
    try {
      assertThatThrownBy(() -> askImpatiently(controlPlane))
          .isInstanceOf(KubernetesClientException.class)
          .hasStackTraceContaining("imeout");
    } finally {
      controlPlane.apiServer().resume();
    }

    assertThat(askImpatiently(controlPlane)).isNotEmpty();
  }

  @Test
  void kubeSchedulerStartsAnewWithAnotherConfiguration(
      ControlPlane controlPlane, NodeAgent agent, TestNamespace namespace) {
    agent.add(FakeNode.named("profile-1"));
    controlPlane.restartScheduler(
        """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        profiles:
        - schedulerName: another
        """);

    Pod pod = create(namespace, "another", "app=10ms");

    awaitPhase(namespace, pod, "Succeeded");
    controlPlane.restartScheduler(null);
  }

  @Test
  void aServiceAccountActsWithItsOwnRights(ControlPlane controlPlane, TestNamespace namespace) {
    Path kubeconfig = controlPlane.kubeconfig(namespace.name(), "default");
    try (KubernetesClient client = client(Cluster.configuration(kubeconfig))) {
      assertThatThrownBy(() -> client.nodes().list())
          .hasMessageContaining(
              "User \"system:serviceaccount:" + namespace.name() + ":default\" cannot list");
    }
  }

  @Test
  void anAdministratorActsAsAnybody(Cluster cluster, TestNamespace namespace) {
    try (KubernetesClient carol = cluster.clientAs("carol", "readers")) {
      assertThatThrownBy(() -> carol.pods().inNamespace(namespace.name()).list())
          .hasMessageContaining("User \"carol\" cannot list");
    }
  }

  @Test
  void everyProcessHasALog(ControlPlane controlPlane) throws IOException {
    try (var files = Files.list(controlPlane.logs())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "etcd.log",
              "kube-apiserver.log",
              "kube-controller-manager.log",
              "kube-scheduler.log");
    }
  }

  private static Pod create(TestNamespace namespace, String scheduler, String script) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("p")
            .withAnnotations(Map.of(PodScript.ANNOTATION, script))
            .endMetadata()
            .withNewSpec()
            .withSchedulerName(scheduler)
            .withRestartPolicy("Never")
            .addNewContainer()
            .withName("app")
            .withImage("none")
            .endContainer()
            .endSpec()
            .build();
    return namespace.client().pods().inNamespace(namespace.name()).resource(pod).create();
  }

  private static void awaitPhase(TestNamespace namespace, Pod pod, String phase) {
    namespace
        .client()
        .pods()
        .inNamespace(namespace.name())
        .withName(pod.getMetadata().getName())
        .waitUntilCondition(
            present -> present.getStatus().getPhase().equals(phase), 20, TimeUnit.SECONDS);
  }

  private static String phase(TestNamespace namespace, Pod pod) {
    return namespace
        .client()
        .pods()
        .inNamespace(namespace.name())
        .withName(pod.getMetadata().getName())
        .require()
        .getStatus()
        .getPhase();
  }

  /** Lists namespaces and waits half a second for the answer. */
  private static List<Namespace> askImpatiently(ControlPlane controlPlane) {
    Config config =
        new ConfigBuilder(Cluster.configuration(controlPlane.kubeconfig()))
            .withRequestTimeout(500)
            .withRequestRetryBackoffLimit(0)
            .build();
    try (KubernetesClient client = client(config)) {
      return client.namespaces().list().getItems();
    }
  }

  private static KubernetesClient client(Config config) {
    return new KubernetesClientBuilder().withConfig(config).build();
  }
}
