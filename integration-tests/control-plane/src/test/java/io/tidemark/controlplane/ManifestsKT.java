package io.tidemark.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/manifests on a real API server while no Tidemark answers: what is inside the API server (the
 * webhooks' conditions, the policies) must hold by itself.
 */
@ControlPlaneTest(dedicated = true)
class ManifestsKT {
  private static final Path MANIFESTS = Path.of("..", "..", "docs", "manifests");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String TIDEMARK = "system:serviceaccount:tidemark-system:tidemark";
  private static final String DEVICE_PLUGIN =
      "system:serviceaccount:kube-system:hami-device-plugin";

  /** May do everything that RBAC can allow, and still not this. */
  private static final String ORDINARY = "carol";

  private static final String ALLOCATED = "hami.io/vgpu-devices-allocated";
  private static final String NODE = "hami.io/vgpu-node";
  private static final String LOCK = "hami.io/mutex.lock";

  @TempDir Path directory;

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    KubernetesClient admin = controlPlane.client();
    for (String user : List.of(ORDINARY, DEVICE_PLUGIN)) {
      admin.resource(clusterAdmin(user)).create();
    }
    apply(controlPlane);
    try (KubernetesClient client = controlPlane.clientWithoutRetries()) {
      Waiting.until(
          "the policies and webhooks are in force",
          PATIENCE,
          () ->
              isRefused(() -> create(client, "default", annotated("probe", NODE)))
                  && isRefused(
                      () -> create(client, "default", pod("probe", List.of("nvidia.com/gpu")))));
    }
  }

  @Test
  void theApiServerFindsNothingToWarnAboutInThePolicies(Cluster cluster) {
    List<ValidatingAdmissionPolicy> policies =
        cluster
            .client()
            .resources(ValidatingAdmissionPolicy.class)
            .withLabel("app.kubernetes.io/part-of", "tidemark")
            .list()
            .getItems();
    assertThat(policies).hasSize(2);
    for (ValidatingAdmissionPolicy policy : policies) {
      ValidatingAdmissionPolicy checked =
          cluster
              .client()
              .resource(policy)
              .waitUntilCondition(
                  p -> p.getStatus() != null && p.getStatus().getTypeChecking() != null,
                  PATIENCE.toSeconds(),
                  TimeUnit.SECONDS);
      assertThat(checked.getStatus().getTypeChecking().getExpressionWarnings()).isNullOrEmpty();
    }
  }

  @Test
  void podsThatAskForNothingOfOursAreCreatedAsEver(Cluster cluster, TestNamespace namespace) {
    try (KubernetesClient user = cluster.clientAs(ORDINARY)) {
      Pod plain = create(user, namespace.name(), pod("plain", List.of()));
      Pod other = create(user, namespace.name(), pod("other", List.of("vendor.example/fpga")));

      for (Pod pod : List.of(plain, other)) {
        assertThat(pod.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvidia.com/gpu",
        "nvidia.com/gpumem",
        "nvidia.com/gpumem-percentage",
        "nvidia.com/gpucores",
        "nvidia.com/priority"
      })
  void aPodThatNamesAnyResourceOfOursIsRefused(
      String resource, Cluster cluster, TestNamespace namespace) {
    assertNobodyAnswers(cluster, namespace, pod("app", List.of(resource)));
  }

  @Test
  void aPodWithAGpuOnlyInAnInitContainerIsRefused(Cluster cluster, TestNamespace namespace) {
    Pod pod =
        new PodBuilder(pod("init", List.of()))
            .editSpec()
            .addNewInitContainer()
            .withName("prepare")
            .withImage("none")
            .withNewResources()
            .addToLimits("nvidia.com/gpu", new Quantity("1"))
            .endResources()
            .endInitContainer()
            .endSpec()
            .build();

    assertNobodyAnswers(cluster, namespace, pod);
  }

  @Test
  void aPodWithAGpuOnlyInRequestsIsRefused(Cluster cluster, TestNamespace namespace) {
    Pod pod = pod("requests", List.of());
    pod.getSpec()
        .getContainers()
        .get(0)
        .getResources()
        .setRequests(Map.of("nvidia.com/gpu", new Quantity("1")));

    assertNobodyAnswers(cluster, namespace, pod);
  }

  @Test
  void aPodWithoutContainersGetsTheAnswerOfTheApiServer(Cluster cluster, TestNamespace namespace) {
    Pod pod = new PodBuilder(pod("none", List.of())).editSpec().withContainers().endSpec().build();

    assertThatThrownBy(() -> create(cluster.client(), namespace.name(), pod))
        .hasMessageContaining("spec.containers: Required value");
  }

  @Test
  void aForgedPlacementIsRefusedWhoeverTheUserIs(Cluster cluster, TestNamespace namespace) {
    try (KubernetesClient user = cluster.clientAs(ORDINARY)) {
      create(user, namespace.name(), pod("p", List.of()));
      for (KubernetesClient client : List.of(user, cluster.client())) {
        assertForbidden(() -> create(client, namespace.name(), annotated("forged", ALLOCATED)));
        assertForbidden(() -> patch(client, namespace, "p", annotation(ALLOCATED, "\"x\"")));
        assertForbidden(() -> patch(client, namespace, "p", label(NODE, "\"n1\"")));
        assertForbidden(() -> patchStatus(client, namespace, "p", annotation(ALLOCATED, "\"x\"")));
        assertForbidden(() -> bind(client, namespace, "p"));
      }
      patch(user, namespace, "p", annotation("team", "\"a\""));
    }
  }

  @Test
  void aPlacementIsKeptAsItIsWhileTheRestOfThePodChanges(Cluster cluster, TestNamespace namespace) {
    try (KubernetesClient user = cluster.clientAs(ORDINARY);
        KubernetesClient plugin = cluster.clientAs(DEVICE_PLUGIN);
        KubernetesClient tidemark = cluster.clientAs(TIDEMARK)) {
      create(user, namespace.name(), pod("p", List.of()));

      bind(tidemark, namespace, "p");
      patch(plugin, namespace, "p", annotation("hami.io/bind-phase", "\"success\""));
      patch(user, namespace, "p", annotation("team", "\"a\""));
      patch(user, namespace, "p", annotation(ALLOCATED, "\"GPU-0,NVIDIA,1,0:;\""));

      assertForbidden(() -> patch(user, namespace, "p", annotation(ALLOCATED, "\"x\"")));
      assertForbidden(() -> patch(user, namespace, "p", annotation(ALLOCATED, "null")));
      assertForbidden(() -> patch(user, namespace, "p", label(NODE, "null")));
      assertForbidden(() -> patch(user, namespace, "p", "{\"metadata\":{\"annotations\":null}}"));
      Pod bound = user.pods().inNamespace(namespace.name()).withName("p").get();
      assertThat(bound.getSpec().getNodeName()).isEqualTo("n1");
      assertThat(bound.getMetadata().getAnnotations())
          .containsEntry(ALLOCATED, "GPU-0,NVIDIA,1,0:;")
          .containsEntry("hami.io/bind-phase", "success")
          .containsEntry("team", "a");
      assertThat(bound.getMetadata().getLabels()).containsEntry(NODE, "n1");
    }
  }

  @Test
  void aNodeLockIsWrittenOnlyByTidemarkAndTheDevicePlugin(Cluster cluster) {
    String locked = annotation(LOCK, "\"2030-01-31T12:00:05Z,team-a,train-0\"");
    KubernetesClient admin = cluster.client();
    admin
        .resource(new NodeBuilder().withNewMetadata().withName("locks").endMetadata().build())
        .create();
    try (KubernetesClient user = cluster.clientAs(ORDINARY);
        KubernetesClient plugin = cluster.clientAs(DEVICE_PLUGIN);
        KubernetesClient tidemark = cluster.clientAs(TIDEMARK)) {
      assertForbidden(() -> patchNode(user, locked));
      assertForbidden(() -> patchNode(admin, locked));
      patchNode(tidemark, locked);
      patchNode(user, annotation("rack", "\"7\""));
      assertForbidden(() -> patchNode(user, annotation(LOCK, "null")));
      patchNode(plugin, annotation(LOCK, "null"));
    } finally {
      admin.nodes().withName("locks").delete();
    }
  }

  @Test
  void kubeSchedulerStartsWithTheConfiguration(ControlPlane controlPlane) throws IOException {
    Path authority = directory.resolve("ca.crt");
    Files.write(
        authority,
        Base64.getDecoder().decode(controlPlane.client().getConfiguration().getCaCertData()));
    String configuration =
        Files.readString(MANIFESTS.resolve("kube-scheduler/configuration.yaml"))
            .replace("/etc/tidemark/tls/ca.crt", authority.toString());

    controlPlane.restartScheduler(configuration);

    assertThat(controlPlane.scheduler().isRunning()).isTrue();
  }

  private static void apply(ControlPlane controlPlane) throws Exception {
    Process kubectl =
        new ProcessBuilder(
                controlPlane.kubectl().toString(),
                "--kubeconfig=" + controlPlane.kubeconfig(),
                "apply",
                "--validate=strict",
                "-f",
                MANIFESTS.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(kubectl.waitFor()).as(output).isZero();
    assertThat(output).doesNotContain("Warning");
  }

  private static void assertNobodyAnswers(Cluster cluster, TestNamespace namespace, Pod pod) {
    try (KubernetesClient client = cluster.clientWithoutRetries()) {
      assertThatThrownBy(() -> create(client, namespace.name(), pod))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("failed calling webhook \"pods.tidemark.io\"");
    }
  }

  private static void assertForbidden(ThrowingCallable write) {
    assertThatThrownBy(write)
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403))
        .hasMessageContaining("may be written only by the scheduler and the device plugins");
  }

  private static boolean isRefused(Runnable write) {
    try {
      write.run();
      return false;
    } catch (KubernetesClientException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains("ValidatingAdmissionPolicy")
          || message.contains("failed calling webhook");
    }
  }

  private static Pod create(KubernetesClient client, String namespace, Pod pod) {
    return client.pods().inNamespace(namespace).resource(pod).create();
  }

  private static void patch(
      KubernetesClient client, TestNamespace namespace, String pod, String patch) {
    client
        .pods()
        .inNamespace(namespace.name())
        .withName(pod)
        .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private static void patchStatus(
      KubernetesClient client, TestNamespace namespace, String pod, String patch) {
    client
        .pods()
        .inNamespace(namespace.name())
        .withName(pod)
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private static void patchNode(KubernetesClient client, String patch) {
    client.nodes().withName("locks").patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  /** As Tidemark binds: the API server copies annotations and labels into the pod. */
  private static void bind(KubernetesClient client, TestNamespace namespace, String pod) {
    client.raw(
        "/api/v1/namespaces/%s/pods/%s/binding".formatted(namespace.name(), pod),
        "POST",
        """
        {"apiVersion": "v1", "kind": "Binding",
         "metadata": {"name": "%s",
           "annotations": {"hami.io/vgpu-devices-allocated": "GPU-0,NVIDIA,1,0:;"},
           "labels": {"hami.io/vgpu-node": "n1"}},
         "target": {"apiVersion": "v1", "kind": "Node", "name": "n1"}}
        """
            .formatted(pod));
  }

  private static String annotation(String key, String json) {
    return "{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(key, json);
  }

  private static String label(String key, String json) {
    return "{\"metadata\":{\"labels\":{\"%s\":%s}}}".formatted(key, json);
  }

  private static Pod annotated(String name, String key) {
    Pod pod = pod(name, List.of());
    pod.getMetadata().setAnnotations(Map.of(key, "x"));
    return pod;
  }

  private static Pod pod(String name, List<String> limits) {
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("app")
            .withImage("none")
            .withNewResources()
            .endResources()
            .endContainer()
            .endSpec();
    Pod built = pod.build();
    for (String resource : limits) {
      built
          .getSpec()
          .getContainers()
          .get(0)
          .getResources()
          .getLimits()
          .put(resource, new Quantity("1"));
    }
    return built;
  }

  private static ClusterRoleBinding clusterAdmin(String user) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName("test-" + user.replace(':', '-'))
        .endMetadata()
        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
        .addNewSubject()
        .withApiGroup("rbac.authorization.k8s.io")
        .withKind("User")
        .withName(user)
        .endSubject()
        .build();
  }
}
