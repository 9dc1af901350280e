package io.tidemark.api.snapshot;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;

/**
 * The whole ledger at one moment, immutable. Snapshots share structure: one costs what changed
 * since the one before, not the size of the cluster.
 *
 * @param version grows by one with every change; equal versions are equal snapshots
 * @param nodes by name
 * @param namespaces by name, those that have usage or a quota
 * @param charges by pod UID
 * @param waiting pods that ask, are not bound and have not ended, by UID; one with a reservation is
 *     here and in {@code charges}
 */
public record ClusterSnapshot(
    ClusterId cluster,
    long version,
    HashPMap<String, NodeSnapshot> nodes,
    HashPMap<String, NamespaceSnapshot> namespaces,
    HashPMap<String, PodCharge> charges,
    HashPMap<String, PodRecord> waiting) {

  public static ClusterSnapshot empty(ClusterId cluster) {
    return new ClusterSnapshot(
        cluster,
        0,
        HashTreePMap.empty(),
        HashTreePMap.empty(),
        HashTreePMap.empty(),
        HashTreePMap.empty());
  }

  /** The node of that name; null where nothing is known of it. */
  public @Nullable NodeSnapshot node(String name) {
    return nodes.get(name);
  }

  /** The namespace's totals; empty ones where it has neither usage nor quota. */
  public NamespaceSnapshot namespace(String name) {
    NamespaceSnapshot known = namespaces.get(name);
    return known == null ? NamespaceSnapshot.empty(name) : known;
  }

  /** The pod's charge; null where it is charged nothing. */
  public @Nullable PodCharge charge(String uid) {
    return charges.get(uid);
  }

  public ClusterSnapshot withNode(NodeSnapshot node) {
    return new ClusterSnapshot(
        cluster, version, nodes.plus(node.name(), node), namespaces, charges, waiting);
  }

  public ClusterSnapshot withNamespace(NamespaceSnapshot namespace) {
    return new ClusterSnapshot(
        cluster, version, nodes, namespaces.plus(namespace.name(), namespace), charges, waiting);
  }
}
