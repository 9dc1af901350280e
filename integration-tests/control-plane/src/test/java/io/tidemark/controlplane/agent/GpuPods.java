package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.controlplane.junit.TestNamespace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Pods of these tests, and what a scheduler would do with them, by hand. */
record GpuPods(TestNamespace namespace) {
  /** No scheduler takes pods that name this one. */
  static final String NOBODY = "nobody";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  static Container container(String name, int gpus) {
    ContainerBuilder builder = new ContainerBuilder().withName(name).withImage("none");
    if (gpus > 0) {
      builder
          .withNewResources()
          .addToLimits(PluginFamily.NVIDIA.countResource(), new Quantity("" + gpus))
          .endResources();
    }
    return builder.build();
  }

  static Container sidecar(String name, int gpus) {
    return new ContainerBuilder(container(name, gpus)).withRestartPolicy("Always").build();
  }

  /** A pod with restartPolicy Never for no scheduler. */
  static PodBuilder pod(String name, String script, List<Container> init, Container... apps) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withAnnotations(Map.of(PodScript.ANNOTATION, script))
        .endMetadata()
        .withNewSpec()
        .withSchedulerName(NOBODY)
        .withRestartPolicy("Never")
        .withInitContainers(init)
        .withContainers(apps)
        .endSpec();
  }

  Pod create(PodBuilder builder) {
    return client().pods().inNamespace(namespace.name()).resource(builder.build()).create();
  }

  /** Takes the node's lock and binds the pod with this allocation, in one Binding. */
  void allocate(Pod pod, String node, String allocation) {
    lock(node, pod);
    Map<String, String> annotations =
        Map.of(
            PluginFamily.NVIDIA.toAllocate(),
            allocation,
            DevicePlugin.ASSIGNED_NODE,
            node,
            DevicePlugin.BIND_PHASE,
            DevicePlugin.ALLOCATING,
            DevicePlugin.BIND_TIME,
            "1893456001");
    bind(pod, node, annotations);
  }

  void lock(String node, Pod owner) {
    client()
        .nodes()
        .withName(node)
        .edit(
            (Node present) ->
                new NodeBuilder(present)
                    .editMetadata()
                    .addToAnnotations(
                        NodeLock.ANNOTATION,
                        "2030-01-31T12:00:05Z,%s,%s"
                            .formatted(namespace.name(), owner.getMetadata().getName()))
                    .endMetadata()
                    .build());
  }

  /** Posts the Binding of a pod, with annotations and the label that HAMi's monitor reads. */
  void bind(Pod pod, String node, Map<String, String> annotations) {
    Map<String, Object> binding =
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Binding",
            "metadata",
            Map.of(
                "name",
                pod.getMetadata().getName(),
                "uid",
                pod.getMetadata().getUid(),
                "annotations",
                annotations,
                "labels",
                Map.of(DevicePlugin.ASSIGNED_NODE, node)),
            "target",
            Map.of("apiVersion", "v1", "kind", "Node", "name", node));
    client()
        .raw(
            "/api/v1/namespaces/%s/pods/%s/binding"
                .formatted(namespace.name(), pod.getMetadata().getName()),
            "POST",
            Serialization.asJson(binding));
  }

  Pod present(Pod pod) {
    return client()
        .pods()
        .inNamespace(namespace.name())
        .withName(pod.getMetadata().getName())
        .require();
  }

  Pod await(Pod pod, Predicate<Pod> condition) {
    return client()
        .pods()
        .inNamespace(namespace.name())
        .withName(pod.getMetadata().getName())
        .waitUntilCondition(condition, PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  Pod awaitPhase(Pod pod, String phase) {
    return await(pod, present -> present != null && phase.equals(present.getStatus().getPhase()));
  }

  Pod awaitAnnotation(Pod pod, String key, String value) {
    return await(
        pod,
        present ->
            present != null && value.equals(present.getMetadata().getAnnotations().get(key)));
  }

  private KubernetesClient client() {
    return namespace.client();
  }
}
