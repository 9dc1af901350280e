package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static io.tidemark.controlplane.tidemark.Workload.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.tidemark.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the API server lets in, with Tidemark's webhooks, policies and a user's own quota. */
@ControlPlaneTest(dedicated = true)
class AdmissionKT extends InstalledTidemark {
  private KubernetesClient impatient;

  @BeforeAll
  void connect(ControlPlane controlPlane) {
    impatient = controlPlane.clientWithoutRetries();
  }

  @AfterAll
  void disconnect() {
    impatient.close();
  }

  @BeforeEach
  void addNode() {
    agent.add(FakeNode.withCards("n1", 2, 24576));
  }

  @Test
  void aPodMayNeedItsLargestStepAndNotTheSumOfItsSteps() {
    workload.limit("limits.nvidia.com/gpumem", 20480);
    Pod pod = workload.create("train", List.of(gpu("prepare", 1, 20480)), gpu("train", 1, 10240));
    workload.awaitServed(pod);
  }

  @Test
  void aPodBeyondTheQuotaIsDeniedWithTheNumbersAndTheContainerOfThePeak() {
    workload.limit("limits.nvidia.com/gpumem", 20480);
    assertThatThrownBy(
            () -> workload.create("train", List.of(gpu("prepare", 1, 20481)), gpu("train", 1, 1)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("20481")
        .hasMessageContaining("20480")
        .hasMessageContaining("prepare");
  }

  @Test
  void whatAnInitContainerGivesBackMayBeUsedByTheNextPod() {
    workload.limit("limits.nvidia.com/gpumem", 20480);
    Pod first = workload.create("first", List.of(gpu("prepare", 1, 20480)), gpu("train", 1, 10240));
    agent.awaitRunning(first, "prepare");
    assertThatThrownBy(() -> workload.create("second", List.of(), gpu("train", 1, 10240)))
        .hasMessageContaining("used 20480");
    agent.finish(first, "prepare");
    workload.awaitUsed("n1", Map.of(cardOf(first), "1/10240"));
    workload.awaitServed(workload.create("second", List.of(), gpu("train", 1, 10240)));
  }

  @Test
  void theNumberOfCardsHasAQuotaOfItsOwn() {
    workload.limit("limits.nvidia.com/gpu", 1);
    assertThatThrownBy(() -> workload.create("two", List.of(), gpu("train", 2, 1024)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("nvidia.com/gpu");
    workload.awaitServed(workload.create("one", List.of(), gpu("train", 1, 1024)));
  }

  @Test
  void aDryRunIsJudgedAndLeavesNothing() {
    workload.limit("limits.nvidia.com/gpumem", 10240);
    for (int i = 0; i < 3; i++) {
      workload
          .namespace()
          .client()
          .pods()
          .inNamespace(workload.namespace().name())
          .resource(Workload.pod("dry", List.of(), gpu("train", 1, 10240)).build())
          .dryRun(true)
          .create();
    }
    workload.awaitServed(workload.create("wet", List.of(), gpu("train", 1, 10240)));
  }

  @Test
  void aPodOfAControllerHasNoNameYetAndIsJudgedInItsNamespace() {
    workload.limit("limits.nvidia.com/gpumem", 8000);
    PodBuilder nameless =
        Workload.pod("x", List.of(gpu("i", 1, 9000)), plain("c"))
            .editMetadata()
            .withName(null)
            .withGenerateName("job-")
            .endMetadata();
    assertThatThrownBy(() -> workload.create(nameless))
        .hasMessageContaining("9000")
        .hasMessageContaining("8000");
  }

  @Test
  void withTidemarkDownOnlyPodsThatAskForDevicesAreRefused() {
    tidemark.process().stop();
    try {
      Pod web = create(Workload.pod("web", List.of(), plain("web")));
      assertThat(web.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
      assertThatThrownBy(() -> create(Workload.pod("train", List.of(), gpu("train", 1, 1024))))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("failed calling webhook \"pods.tidemark.io\"");
    } finally {
      tidemark.start();
    }
    workload.awaitServed(workload.create("train", List.of(), gpu("train", 1, 1024)));
  }

  @Test
  void anAllocationThatAUserWritesIsRefusedAndCountsNothing() {
    assertThatThrownBy(
            () ->
                workload.create(
                    Workload.pod("forged", List.of(), plain("web"))
                        .editMetadata()
                        .addToAnnotations(
                            "hami.io/vgpu-devices-allocated", "GPU-n1-0,NVIDIA,24576,100:;")
                        .addToAnnotations("hami.io/vgpu-node", "n1")
                        .endMetadata()))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("may be written only by");
    assertThat(workload.used("n1")).isEmpty();
  }

  @Test
  void aPodThatIsNotInNormalFormAfterAllWebhooksIsRefused() {
    // Stands for a webhook that adds a GPU after ours: one that names another scheduler.
    Container later =
        new ContainerBuilder(plain("later"))
            .withNewResources()
            .addToLimits("nvidia.com/gpu", new Quantity("1"))
            .endResources()
            .build();
    String review =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "r1",
         "operation": "CREATE", "namespace": "%s", "name": "late", "dryRun": true,
         "kind": {"group": "", "version": "v1", "kind": "Pod"},
         "resource": {"group": "", "version": "v1", "resource": "pods"},
         "object": %s}}"""
            .formatted(
                workload.namespace().name(),
                io.fabric8.kubernetes.client.utils.Serialization.asJson(
                    Workload.pod("late", List.of(), later)
                        .editSpec()
                        .withSchedulerName("default-scheduler")
                        .endSpec()
                        .build()));
    var answer = Workload.json(tidemark.post("/validate", review)).path("response");
    assertThat(answer.path("uid").asText()).isEqualTo("r1");
    assertThat(answer.path("allowed").asBoolean(true)).isFalse();
  }

  private Pod create(PodBuilder pod) {
    return impatient.pods().inNamespace(workload.namespace().name()).resource(pod.build()).create();
  }

  private String cardOf(Pod pod) {
    return Workload.annotation(workload.read(pod), "hami.io/vgpu-devices-allocated").split(",")[0];
  }
}
