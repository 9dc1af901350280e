package io.tidemark.controlplane.tidemark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.agent.PodScript;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What users of one namespace do and see: pods as they write them, and Tidemark's answers.
 *
 * @param namespace where their pods are
 * @param tidemark the replica that is asked
 */
public record Workload(TestNamespace namespace, Replica tidemark) {
  /** How long each thing may take that is waited for. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Every container runs until the test ends it. */
  public static final String HOLD = "*=hold";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A container without devices. */
  public static Container plain(String name) {
    return new ContainerBuilder().withName(name).withImage("none").build();
  }

  /** A container with so many cards, and MiB of each. */
  public static Container gpu(String name, int cards, long memoryMib) {
    return new ContainerBuilder(plain(name))
        .withNewResources()
        .addToLimits("nvidia.com/gpu", new Quantity(Integer.toString(cards)))
        .addToLimits("nvidia.com/gpumem", new Quantity(Long.toString(memoryMib)))
        .endResources()
        .build();
  }

  /** The same container as a sidecar. */
  public static Container sidecar(Container container) {
    return new ContainerBuilder(container).withRestartPolicy("Always").build();
  }

  /** A pod with restartPolicy Never, that names no scheduler. */
  public static PodBuilder pod(String name, List<Container> init, Container... apps) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .addToAnnotations(PodScript.ANNOTATION, HOLD)
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy("Never")
        .withInitContainers(init)
        .withContainers(apps)
        .endSpec();
  }

  /** Creates a pod, and answers it as admission made it. */
  public Pod create(PodBuilder pod) {
    return client().pods().inNamespace(namespace.name()).resource(pod.build()).create();
  }

  /** Creates a pod with restartPolicy Never, that names no scheduler. */
  public Pod create(String name, List<Container> init, Container... apps) {
    return create(pod(name, init, apps));
  }

  /** The pod as the API server has it now; the test fails where it is gone. */
  public Pod read(Pod pod) {
    Pod present = find(pod);
    if (present == null) {
      throw new AssertionError("pod " + name(pod) + " is gone");
    }
    return present;
  }

  /** Whether the API server has no pod of that name any more. */
  public boolean isGone(Pod pod) {
    return find(pod) == null;
  }

  /** Waits until the pod is on a node and its device plugin has given it its devices. */
  public Pod awaitServed(Pod pod) {
    return Waiting.forValue(
        name(pod) + " to be served by its device plugin; " + tidemark.process().tail(),
        PATIENCE,
        Duration.ofMillis(20),
        () -> {
          Pod present = read(pod);
          return "success".equals(annotation(present, "hami.io/bind-phase")) ? present : null;
        });
  }

  /** Waits until kube-scheduler has said that the pod fits nowhere. */
  public void awaitUnschedulable(Pod pod) {
    Waiting.until(
        name(pod) + " to be found unschedulable",
        PATIENCE,
        () -> {
          Pod present = read(pod);
          return present.getStatus().getConditions().stream()
              .anyMatch(condition -> "Unschedulable".equals(condition.getReason()));
        });
  }

  /** Deletes a pod without a grace period. */
  public void delete(Pod pod) {
    client().pods().inNamespace(namespace.name()).withName(name(pod)).withGracePeriod(0).delete();
  }

  /** The used part of each card of a node that is used at all, as {@code slots/MiB}. */
  public Map<String, String> used(String node) {
    Map<String, String> used = new TreeMap<>();
    usage()
        .path("nodes")
        .path(node)
        .properties()
        .forEach(
            card -> {
              String text =
                  card.getValue().path("slots").asInt()
                      + "/"
                      + card.getValue().path("memoryMiB").asLong();
              if (!text.equals("0/0")) {
                used.put(card.getKey(), text);
              }
            });
    return used;
  }

  /** Waits until Tidemark's ledger says this of a node. */
  public void awaitUsed(String node, Map<String, String> expected) {
    try {
      Waiting.until(
          "usage " + expected + " of " + node, PATIENCE, () -> used(node).equals(expected));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; it is " + used(node), e);
    }
  }

  /** What all pods of the namespace use of a resource. */
  public long usedInNamespace(String resource) {
    return usage().path("namespaces").path(namespace.name()).path(resource).path("used").asLong();
  }

  /** Makes a ResourceQuota, and waits until Tidemark counts by it. */
  public void limit(String resource, long value) {
    client()
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("q")
                .withNamespace(namespace.name())
                .endMetadata()
                .withNewSpec()
                .addToHard(resource, new Quantity(Long.toString(value)))
                .endSpec()
                .build())
        .create();
    Waiting.until(
        "Tidemark to know the quota",
        PATIENCE,
        () ->
            usage()
                    .path("namespaces")
                    .path(namespace.name())
                    .path(resource.substring("limits.".length()))
                    .path("limit")
                    .asLong(-1)
                == value);
  }

  /** What {@code /api/usage} says. */
  public JsonNode usage() {
    return json(tidemark.get("/api/usage"));
  }

  /** What is said about a pod to its user, by reason. */
  public List<Event> events(Pod pod, String reason) {
    return client()
        .v1()
        .events()
        .inNamespace(namespace.name())
        .withField("involvedObject.uid", pod.getMetadata().getUid())
        .list()
        .getItems()
        .stream()
        .filter(event -> reason.equals(event.getReason()))
        .toList();
  }

  /** The JSON of an answer; an answer with another status than 200 fails the test. */
  public static JsonNode json(HttpResponse<String> answer) {
    if (answer.statusCode() != 200) {
      throw new AssertionError(answer.statusCode() + ": " + answer.body());
    }
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An annotation; empty where there is none. */
  public static String annotation(Pod pod, String key) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(key, "");
  }

  /** The name of a pod. */
  public static String name(Pod pod) {
    return pod.getMetadata().getName();
  }

  private @Nullable Pod find(Pod pod) {
    return client().pods().inNamespace(namespace.name()).withName(name(pod)).get();
  }

  private KubernetesClient client() {
    return namespace.client();
  }
}
