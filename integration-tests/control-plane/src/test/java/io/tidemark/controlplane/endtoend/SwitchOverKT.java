package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * docs/migration.md: what HAMi's scheduler has placed goes on under Tidemark, and what Tidemark has
 * placed goes on without it. HAMi's scheduler is played by its writes, in its order.
 */
@ControlPlaneTest(dedicated = true)
class SwitchOverKT {
  private static final String HAMI = "hami-scheduler";
  private static final String DEVICE_PLUGIN =
      "system:serviceaccount:kube-system:hami-device-plugin";
  private static final String CARD = "GPU-n1-0";
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  @Test
  void runningPodsGoOnWhenTheSchedulerIsExchangedAndExchangedBack(
      ControlPlane controlPlane, TestNamespace namespace) {
    KubernetesClient admin = controlPlane.client();
    mayDoEverything(admin, DEVICE_PLUGIN);
    try (KubernetesClient plugin = controlPlane.clientAs(DEVICE_PLUGIN);
        NodeAgent agent = new NodeAgent(admin, plugin)) {
      agent.add(FakeNode.withCards("n1", 1, 24576));
      Pod first = create(namespace, "first", 10240);
      place(admin, first, 10240);
      agent.awaitRunning(first, "app");
      Pod waiting = create(namespace, "waiting", 8192);
      Pod other = create(namespace, "other", 8192);

      try (Installation installation = Installation.on(controlPlane)) {
        Replica tidemark = installation.replica("tidemark", Map.of());
        Workload workload = new Workload(namespace, tidemark);
        String untouched = workload.read(first).getMetadata().getResourceVersion();
        installation.startOne(tidemark);

        Pod placed =
            Waiting.forValue(
                "a node for one of the two pods that waited",
                Workload.PATIENCE,
                Duration.ofMillis(50),
                () ->
                    workload.read(waiting).getSpec().getNodeName() != null
                        ? waiting
                        : workload.read(other).getSpec().getNodeName() != null ? other : null);
        workload.awaitUsed("n1", Map.of(CARD, "2/18432"));
        workload.awaitUnschedulable(placed == waiting ? other : waiting);
        assertThat(workload.read(first).getMetadata().getResourceVersion()).isEqualTo(untouched);
        agent.awaitRunning(workload.awaitServed(placed), "app");

        remove(admin);
        installation.close();
        Waiting.until(
            "the API server to let HAMi's scheduler write",
            Workload.PATIENCE,
            () -> letsWrite(admin, namespace));
        Pod last = create(namespace, "last", 4096);
        place(admin, last, 4096);

        agent.awaitRunning(last, "app");
        for (Pod pod : List.of(first, placed, last)) {
          assertThat(workload.read(pod).getStatus().getPhase()).isEqualTo("Running");
        }
        assertThat(agent.violations()).isEmpty();
      }
    }
  }

  private static Pod create(TestNamespace namespace, String name, long memoryMib) {
    Pod pod =
        Workload.pod(name, List.of(), gpu("app", 1, memoryMib))
            .editSpec()
            .withSchedulerName(HAMI)
            .endSpec()
            .build();
    return namespace.client().pods().inNamespace(namespace.name()).resource(pod).create();
  }

  private static void mayDoEverything(KubernetesClient admin, String user) {
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName("device-plugin-under-hami")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                .build())
        .create();
  }

  /** The API server takes a moment to forget policies and webhooks that are deleted. */
  private static boolean letsWrite(KubernetesClient hami, TestNamespace namespace) {
    Pod probe = null;
    try {
      probe = create(namespace, "probe", 1);
      patch(hami, probe, Map.of("hami.io/vgpu-time", "1893456000"));
      return true;
    } catch (KubernetesClientException refused) {
      return false;
    } finally {
      if (probe != null) {
        namespace.client().resource(probe).withGracePeriod(0).delete();
      }
    }
  }

  /** Filter's patch of the pod, the lock, bind's patch, the Binding. */
  private static void place(KubernetesClient hami, Pod pod, long memoryMib) {
    String devices = CARD + ",NVIDIA," + memoryMib + ",0:;";
    patch(
        hami,
        pod,
        Map.of(
            "hami.io/vgpu-node",
            "n1",
            "hami.io/vgpu-time",
            "1893456000",
            "hami.io/vgpu-devices-to-allocate",
            devices,
            "hami.io/vgpu-devices-allocated",
            devices));
    hami.nodes()
        .withName("n1")
        .patch(
            MERGE,
            metadata(
                Map.of(
                    "annotations",
                    Map.of(
                        "hami.io/mutex.lock",
                        "2030-01-31T12:00:05Z,%s,%s"
                            .formatted(pod.getMetadata().getNamespace(), Workload.name(pod))))));
    patch(hami, pod, Map.of("hami.io/bind-phase", "allocating", "hami.io/bind-time", "1893456001"));
    Map<String, Object> binding =
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Binding",
            "metadata",
            Map.of("name", Workload.name(pod), "uid", pod.getMetadata().getUid()),
            "target",
            Map.of("apiVersion", "v1", "kind", "Node", "name", "n1"));
    hami.raw(
        "/api/v1/namespaces/%s/pods/%s/binding"
            .formatted(pod.getMetadata().getNamespace(), Workload.name(pod)),
        "POST",
        Serialization.asJson(binding));
  }

  private static void patch(KubernetesClient hami, Pod pod, Map<String, String> annotations) {
    hami.pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(Workload.name(pod))
        .patch(
            MERGE,
            metadata(
                Map.of("annotations", annotations, "labels", Map.of("hami.io/vgpu-node", "n1"))));
  }

  private static String metadata(Map<String, Object> content) {
    return Serialization.asJson(Map.of("metadata", content));
  }

  /** {@code tidemark manifests webhooks policies | kubectl delete -f -}. */
  private static void remove(KubernetesClient admin) {
    for (Class<? extends HasMetadata> kind :
        List.of(
            MutatingWebhookConfiguration.class,
            ValidatingWebhookConfiguration.class,
            ValidatingAdmissionPolicyBinding.class,
            ValidatingAdmissionPolicy.class)) {
      admin.resources(kind).withLabel("app.kubernetes.io/part-of", "tidemark").delete();
    }
  }
}
