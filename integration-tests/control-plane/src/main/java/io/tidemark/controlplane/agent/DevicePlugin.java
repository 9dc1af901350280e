package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.tidemark.controlplane.agent.Violation.Kind;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One family's HAMi device plugin on one node. It is told how many ids the kubelet gives, not to
 * which pod: it takes the pod that holds the node's lock and the first slot that is left there.
 */
final class DevicePlugin {
  static final String BIND_PHASE = "hami.io/bind-phase";
  static final String BIND_TIME = "hami.io/bind-time";
  static final String ASSIGNED_NODE = "hami.io/vgpu-node";
  static final String ALLOCATING = "allocating";
  static final String SUCCESS = "success";
  static final String FAILED = "failed";
  private static final int RELEASE_TRIES = 5;

  private final KubernetesClient client;
  private final String node;
  private final PluginFamily family;
  private final Violations violations;
  private @Nullable String nextFailure;

  DevicePlugin(KubernetesClient client, String node, PluginFamily family, Violations violations) {
    this.client = client;
    this.node = node;
    this.family = family;
    this.violations = violations;
  }

  /** The plugin answers the kubelet with an error. */
  static final class AllocationFailed extends Exception {
    private static final long serialVersionUID = 1L;

    AllocationFailed(String message) {
      super(message);
    }

    AllocationFailed(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * What the kubelet asks for, and for whom. Only strict checks look at the pod and the container.
   *
   * @param pod the pod that the kubelet admits
   * @param slot the container's position, init entries first
   * @param container its name
   * @param count how many ids it gets
   */
  record Request(Pod pod, int slot, String container, int count) {
    String name() {
      return nameOf(pod) + "/" + container;
    }
  }

  /** Answers the next request with an error, as when a device is lost. */
  void failNext(String message) {
    nextFailure = message;
  }

  /**
   * Takes the slot of a container.
   *
   * @throws AllocationFailed there is no pod or slot to take, the numbers differ, or the API server
   *     does not answer
   */
  List<Grant> allocate(Request request) throws AllocationFailed {
    try {
      Pod pending = pendingPod(request);
      String failure = nextFailure;
      if (failure != null) {
        nextFailure = null;
        return fail(pending, failure);
      }
      AllocationText.Popped slot =
          AllocationText.parse(annotation(pending, family.toAllocate())).pop();
      if (slot == null) {
        return fail(
            pending, "no slot is left in " + family.toAllocate() + " of " + nameOf(pending));
      }
      if (slot.grants().size() != request.count()) {
        return fail(pending, "device number not matched");
      }
      if (slot.index() != request.slot()) {
        violations.add(
            Kind.SLOT_OUT_OF_ORDER,
            "%s is container %d and got slot %d"
                .formatted(request.name(), request.slot(), slot.index()));
      }
      patch(pending, family.toAllocate(), slot.rest());
      finishIfLast(request, pending);
      return slot.grants();
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new AllocationFailed(String.valueOf(e.getMessage()), e);
    }
  }

  /** The pod's turn is over: phase failed, lock free. Never returns a value. */
  private List<Grant> fail(Pod pending, String message) throws AllocationFailed {
    patch(pending, BIND_PHASE, FAILED);
    releaseLock(pending, true);
    throw new AllocationFailed(message);
  }

  private Pod pendingPod(Request request) throws AllocationFailed {
    if (!family.locks()) {
      return firstPending(pod -> annotation(pod, family.toAllocate()).contains(family.word()));
    }
    NodeLock lock = lock(client.nodes().withName(node).get());
    NodeLock.Owner owner = lock == null ? null : lock.owner();
    if (owner == null) {
      Pod pending = firstPending(pod -> true);
      if (ALLOCATING.equals(annotation(pending, BIND_PHASE))) {
        violations.add(Kind.LOCK_NOT_HELD, node + " while " + nameOf(pending) + " allocates");
      }
      return pending;
    }
    Pod pending = client.pods().inNamespace(owner.namespace()).withName(owner.name()).get();
    if (pending == null) {
      throw new AllocationFailed("the owner of the lock of " + node + " is gone: " + owner);
    }
    if (!pending.getMetadata().getUid().equals(request.pod().getMetadata().getUid())) {
      violations.add(
          Kind.LOCK_OF_ANOTHER,
          "%s is admitted on %s while %s holds the lock"
              .formatted(request.name(), node, nameOf(pending)));
    }
    return pending;
  }

  /** HAMi's way where no lock names an owner. */
  private Pod firstPending(Predicate<Pod> waitsForThisPlugin) throws AllocationFailed {
    return client
        .pods()
        .inAnyNamespace()
        .withField("spec.nodeName", node)
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getStatus().getPhase().equals("Pending"))
        .filter(pod -> pod.getMetadata().getAnnotations().containsKey(BIND_TIME))
        .filter(pod -> annotation(pod, ASSIGNED_NODE).equals(node))
        .filter(pod -> List.of(ALLOCATING, SUCCESS).contains(annotation(pod, BIND_PHASE)))
        .filter(waitsForThisPlugin)
        .findFirst()
        .orElseThrow(() -> new AllocationFailed("no pod is allocating on " + node));
  }

  private void finishIfLast(Request request, Pod pending) {
    Pod present = pod(pending).get();
    if (present == null || annotation(present, family.toAllocate()).contains(family.word())) {
      return;
    }
    // Its last slot is taken: from here on the lock means nothing, and whoever sees that may have
    // it.
    patch(pending, BIND_PHASE, SUCCESS);
    releaseLock(pending, false);
  }

  private void releaseLock(Pod owner, boolean mustBeHeld) {
    for (int i = 0; family.locks() && i < RELEASE_TRIES; i++) {
      Node present = client.nodes().withName(node).get();
      NodeLock lock = lock(present);
      String namespace = owner.getMetadata().getNamespace();
      if (lock == null || !lock.isReleasedBy(namespace, owner.getMetadata().getName())) {
        if (mustBeHeld) {
          violations.add(
              lock == null ? Kind.LOCK_NOT_HELD : Kind.LOCK_OF_ANOTHER,
              "%s ends its turn on %s and finds %s".formatted(nameOf(owner), node, lock));
        }
        return;
      }
      String version = present.getMetadata().getResourceVersion();
      try {
        client
            .nodes()
            .withName(node)
            .patch(Patches.MERGE, Patches.removal(NodeLock.ANNOTATION, version));
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
          throw e;
        }
      }
    }
  }

  private void patch(Pod target, String key, String value) {
    pod(target).patch(Patches.MERGE, Patches.annotation(key, value));
  }

  private PodResource pod(Pod pod) {
    return client
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName());
  }

  private static @Nullable NodeLock lock(@Nullable Node node) {
    Map<String, String> annotations = node == null ? null : node.getMetadata().getAnnotations();
    String text = annotations == null ? null : annotations.get(NodeLock.ANNOTATION);
    return text == null ? null : new NodeLock(text);
  }

  /** An annotation, empty where it is missing. */
  private static String annotation(Pod pod, String key) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(key, "");
  }

  static String nameOf(Pod pod) {
    return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
  }
}
