package io.tidemark.app.scheduling.binding;

import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What binding knows of nodes without asking: their locks, and the pods on them that still await
 * their devices. Thread-safe.
 */
final class NodeBook {
  /** A node's locks and last pod, and the version that a write is conditional on. */
  record View(long version, String lock, String lastPod, Map<String, String> bareLocks) {
    static View of(ObservedNode node) {
      return new View(node.node().resourceVersion(), node.lock(), node.lastPod(), node.bareLocks());
    }
  }

  private final Predicate<PodRecord> locks;
  private final Map<String, View> views = new HashMap<>();
  private final Map<String, String> settled = new HashMap<>();
  private final Map<String, String> nodeByUid = new HashMap<>();
  private final Map<String, Map<String, PodKey>> awaiting = new HashMap<>();

  /**
   * @param locks whether a pod's device plugins work under the node's lock
   */
  NodeBook(Predicate<PodRecord> locks) {
    this.locks = locks;
  }

  synchronized @Nullable View view(String node) {
    return views.get(node);
  }

  /** Another pod that still awaits its devices on the node; empty where there is none. */
  synchronized Optional<PodKey> awaitingOn(String node, String exceptUid) {
    return awaiting.getOrDefault(node, Map.of()).entrySet().stream()
        .filter(pod -> !pod.getKey().equals(exceptUid))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** The node as it is after a write of ours, or as it was just read. */
  synchronized void seen(String node, View view) {
    View known = views.get(node);
    if (known == null || view.version() >= known.version()) {
      views.put(node, view);
    }
  }

  /** Whether it is known already what became of the pod that a node names as its last. */
  synchronized boolean isSettled(String node, String lastPod) {
    return lastPod.equals(settled.get(node));
  }

  synchronized void settled(String node, String lastPod) {
    settled.put(node, lastPod);
  }

  /** A pod was bound, and its device plugin has not served it yet. */
  synchronized void bound(PodRecord pod, String node) {
    put(pod, node);
  }

  /**
   * Whom an observation concerns.
   *
   * @param nodes on which a waiting bind may now go on
   * @param pods that were seen or are gone
   */
  record Touched(Set<String> nodes, Set<PodKey> pods) {
    Touched() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>());
    }
  }

  /**
   * Takes in what was observed. Calls nobody while it is locked: whoever is told takes locks of its
   * own, and asks the book while it holds them.
   */
  synchronized Touched observed(ClusterEvent event) {
    Touched touched = new Touched();
    if (event instanceof ClusterEvent.NodeSeen seen) {
      node(seen.node(), touched);
    } else if (event instanceof ClusterEvent.NodeGone gone) {
      views.remove(gone.name());
      settled.remove(gone.name());
      touched.nodes().add(gone.name());
    } else if (event instanceof ClusterEvent.NodesListed listed) {
      views.clear();
      settled.clear();
      listed.nodes().forEach(node -> node(node, touched));
    } else if (event instanceof ClusterEvent.PodSeen seen) {
      pod(seen.pod(), touched);
    } else if (event instanceof ClusterEvent.PodGone gone) {
      remove(gone.uid(), touched);
      touched.pods().add(gone.key());
    } else if (event instanceof ClusterEvent.PodsListed listed) {
      Set<String> present = new HashSet<>();
      listed.pods().forEach(pod -> present.add(pod.pod().uid()));
      Set.copyOf(nodeByUid.keySet()).stream()
          .filter(uid -> !present.contains(uid))
          .sorted()
          .forEach(uid -> remove(uid, touched));
      listed.pods().forEach(pod -> pod(pod, touched));
    }
    return touched;
  }

  private void node(ObservedNode node, Touched touched) {
    String name = node.node().name();
    View view = View.of(node);
    View before = views.get(name);
    seen(name, view);
    if (before == null || !before.lock().equals(view.lock())) {
      touched.nodes().add(name);
    }
  }

  private void pod(ObservedPod pod, Touched touched) {
    String node = pod.pod().nodeName();
    if (node != null && pod.awaitsDevices() && locks.test(pod.pod())) {
      put(pod.pod(), node);
    } else if (node != null || pod.pod().status().terminal()) {
      remove(pod.pod().uid(), touched);
    }
    // A pod seen without a node after it was bound is an observation from before the bind.
    touched.pods().add(pod.pod().key());
  }

  private void put(PodRecord pod, String node) {
    nodeByUid.put(pod.uid(), node);
    awaiting.computeIfAbsent(node, name -> new HashMap<>()).put(pod.uid(), pod.key());
  }

  private void remove(String uid, Touched touched) {
    String node = nodeByUid.remove(uid);
    if (node != null) {
      awaiting.computeIfPresent(
          node,
          (name, pods) -> {
            pods.remove(uid);
            return pods.isEmpty() ? null : pods;
          });
      touched.nodes().add(node);
    }
  }
}
