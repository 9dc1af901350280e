package io.tidemark.usage;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.model.QuotaRecord;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes in what is seen of nodes and quotas. Not safe for use by several threads. */
final class ObjectAccounts {
  private final Totals totals;
  private final PodAccounts pods;

  ObjectAccounts(Totals totals, PodAccounts pods) {
    this.totals = totals;
    this.pods = pods;
  }

  void nodeSeen(NodeRecord node, Instant at, Changes changes) {
    NodeTotals there = totals.nodeOrNew(node.name());
    NodeRecord known = there.node();
    if (node.equals(known) || (known != null && isOlder(node, known))) {
      return;
    }
    Map<DeviceId, Device> devicesBefore = there.registered();
    there.setNode(node);
    changes.node(node.name());
    if (Room.isFreed(known, node, at)) {
      changes.freesRoom();
    }
    for (Problem problem : node.problems()) {
      if (known == null || !known.problems().contains(problem)) {
        changes.problem(problem);
      }
    }
    if (known == null || !devicesBefore.equals(there.registered())) {
      for (Device device : there.registered().values()) {
        if (!device.equals(devicesBefore.get(device.id()))) {
          changes.device(node.name(), device.id());
        }
      }
      pods.inventoryChanged(node.name(), changes);
    }
  }

  /** What is charged on the node stays charged until its pods are gone. */
  void nodeGone(String name, Changes changes) {
    NodeTotals there = totals.node(name);
    if (there != null && there.node() != null) {
      there.setNode(null);
      changes.node(name);
      pods.inventoryChanged(name, changes);
      totals.forgetEmptyNode(name);
    }
  }

  void nodesListed(List<NodeRecord> nodes, Instant at, Changes changes) {
    Set<String> listed = new HashSet<>();
    for (NodeRecord node : nodes) {
      listed.add(node.name());
      nodeSeen(node, at, changes);
    }
    for (String name : totals.nodeNames()) {
      if (!listed.contains(name)) {
        nodeGone(name, changes);
      }
    }
  }

  void quotaSeen(QuotaRecord quota, Changes changes) {
    NamespaceTotals namespace = totals.namespaceOrNew(quota.namespace());
    QuotaRecord known = namespace.quota(quota.name());
    if (quota.equals(known) || (known != null && isOlder(quota, known))) {
      return;
    }
    namespace.setQuota(quota);
    changes.namespace(quota.namespace());
    if (Room.isFreed(known, quota)) {
      changes.freesRoom();
    }
  }

  void quotaGone(String namespace, String name, Changes changes) {
    NamespaceTotals there = totals.namespace(namespace);
    if (there != null && there.quota(name) != null) {
      there.removeQuota(name);
      totals.forgetEmptyNamespace(namespace);
      changes.namespace(namespace);
      changes.freesRoom();
    }
  }

  void quotasListed(List<QuotaRecord> quotas, Changes changes) {
    Map<String, Set<String>> listed = new HashMap<>();
    for (QuotaRecord quota : quotas) {
      listed.computeIfAbsent(quota.namespace(), name -> new HashSet<>()).add(quota.name());
      quotaSeen(quota, changes);
    }
    for (String name : totals.namespaceNames()) {
      NamespaceTotals namespace = totals.namespace(name);
      if (namespace != null) {
        for (String quota : namespace.quotaNames()) {
          if (!listed.getOrDefault(name, Set.of()).contains(quota)) {
            quotaGone(name, quota, changes);
          }
        }
      }
    }
  }

  /** A node that was deleted and came back under its name is another one, whatever its version. */
  private static boolean isOlder(NodeRecord node, NodeRecord known) {
    return node.uid().equals(known.uid())
        && Versions.isOlder(node.resourceVersion(), known.resourceVersion());
  }

  private static boolean isOlder(QuotaRecord quota, QuotaRecord known) {
    return quota.uid().equals(known.uid())
        && Versions.isOlder(quota.resourceVersion(), known.resourceVersion());
  }
}
