package io.tidemark.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import org.junit.jupiter.api.Test;

@ControlPlaneTest
class ControlPlaneKT {
  @Test
  void theApiServerSaysItsVersion(Cluster cluster) {
    assertThat(cluster.client().getKubernetesVersion().getMinor()).startsWith("36");
  }

  @Test
  void aPodIsCreatedAndWaitsWithoutNodes(TestNamespace namespace) {
    Pod pod =
        namespace.client().pods().inNamespace(namespace.name()).resource(plainPod("p")).create();

    assertThat(pod.getMetadata().getUid()).isNotBlank();
    assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("default");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
  }

  @Test
  void aUserWithoutRightsIsRefused(ControlPlane controlPlane, TestNamespace namespace) {
    try (KubernetesClient alice =
        new io.fabric8.kubernetes.client.KubernetesClientBuilder()
            .withConfig(Cluster.configuration(controlPlane.kubeconfig("alice")))
            .build()) {
      assertThatThrownBy(() -> alice.pods().inNamespace(namespace.name()).list())
          .isInstanceOfSatisfying(
              KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403))
          .hasMessageContaining("User \"alice\" cannot list resource \"pods\"");
    }
  }

  private static Pod plainPod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("app")
        .withImage("none")
        .endContainer()
        .endSpec()
        .build();
  }
}
