package io.tidemark.usage;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashPMap;

/**
 * Makes snapshots when one is asked for, from the one before: only what was marked since is built
 * anew, everything else is shared.
 */
final class SnapshotPublisher {
  private Set<String> nodes = new HashSet<>();
  private Set<String> namespaces = new HashSet<>();
  private Set<String> pods = new HashSet<>();
  private ClusterSnapshot last;
  private long version;

  SnapshotPublisher(ClusterId cluster) {
    last = ClusterSnapshot.empty(cluster);
  }

  /** Grows by one with every message that changed what a snapshot shows. */
  long version() {
    return version;
  }

  void mark(Changes changes) {
    if (changes.areVisible()) {
      nodes.addAll(changes.nodes());
      namespaces.addAll(changes.namespaces());
      pods.addAll(changes.pods());
      version++;
    }
  }

  ClusterSnapshot snapshot(Totals totals, PodBook book) {
    if (last.version() == version) {
      return last;
    }
    HashPMap<String, NodeSnapshot> nodeSnapshots = last.nodes();
    for (String name : nodes) {
      NodeTotals node = totals.node(name);
      nodeSnapshots = put(nodeSnapshots, name, node == null ? null : node.snapshot());
    }
    HashPMap<String, NamespaceSnapshot> namespaceSnapshots = last.namespaces();
    for (String name : namespaces) {
      NamespaceTotals namespace = totals.namespace(name);
      namespaceSnapshots =
          put(namespaceSnapshots, name, namespace == null ? null : namespace.snapshot());
    }
    HashPMap<String, PodCharge> charges = last.charges();
    HashPMap<String, PodRecord> waiting = last.waiting();
    for (String uid : pods) {
      KnownPod pod = book.get(uid);
      charges = put(charges, uid, pod == null ? null : pod.charge());
      waiting = put(waiting, uid, pod == null ? null : pod.waiting());
    }
    // Clearing a set costs as much as it ever held, which after a full list is the cluster.
    nodes = new HashSet<>();
    namespaces = new HashSet<>();
    pods = new HashSet<>();
    last =
        new ClusterSnapshot(
            last.cluster(), version, nodeSnapshots, namespaceSnapshots, charges, waiting);
    return last;
  }

  private static <V> HashPMap<String, V> put(
      HashPMap<String, V> map, String key, @Nullable V value) {
    return value == null ? map.minus(key) : map.plus(key, value);
  }
}
