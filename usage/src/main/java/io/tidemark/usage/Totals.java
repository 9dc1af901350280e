package io.tidemark.usage;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.snapshot.PodCharge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sums of all charges, per node and per namespace. */
final class Totals {
  private final Map<String, NodeTotals> nodes = new HashMap<>();
  private final Map<String, NamespaceTotals> namespaces = new HashMap<>();

  /** The node's totals; null where nothing is known of it. */
  @Nullable NodeTotals node(String name) {
    return nodes.get(name);
  }

  NodeTotals nodeOrNew(String name) {
    return nodes.computeIfAbsent(name, NodeTotals::new);
  }

  /** The namespace's totals; null where it has neither usage nor quota. */
  @Nullable NamespaceTotals namespace(String name) {
    return namespaces.get(name);
  }

  NamespaceTotals namespaceOrNew(String name) {
    return namespaces.computeIfAbsent(name, NamespaceTotals::new);
  }

  /** Sorted. */
  List<String> nodeNames() {
    return nodes.keySet().stream().sorted().toList();
  }

  /** Sorted. */
  List<String> namespaceNames() {
    return namespaces.keySet().stream().sorted().toList();
  }

  /** Drops a node of which there is nothing to remember. */
  void forgetEmptyNode(String name) {
    NodeTotals node = nodes.get(name);
    if (node != null && node.isEmpty()) {
      nodes.remove(name);
    }
  }

  /** Drops a namespace of which there is nothing to remember. */
  void forgetEmptyNamespace(String name) {
    NamespaceTotals namespace = namespaces.get(name);
    if (namespace != null && namespace.isEmpty()) {
      namespaces.remove(name);
    }
  }

  /**
   * Takes one charge of a pod out and puts another in; null for none.
   *
   * @throws ArithmeticException where a sum leaves its range; nothing is changed
   */
  void exchange(@Nullable PodCharge before, @Nullable PodCharge after, Changes changes) {
    if (before == null && after == null) {
      return;
    }
    if (after != null) {
      requireRoom(before, after);
    }
    if (before != null && after != null && sameNode(before, after)) {
      nodeOrNew(after.node()).exchange(before, after);
    } else {
      if (before != null) {
        nodeOrNew(before.node()).exchange(before, null);
        forgetEmptyNode(before.node());
      }
      if (after != null) {
        nodeOrNew(after.node()).exchange(null, after);
      }
    }
    if (before != null && after != null && sameNamespace(before, after)) {
      namespaceOrNew(namespace(after)).exchange(before, after);
    } else {
      if (before != null) {
        namespaceOrNew(namespace(before)).exchange(before, null);
        forgetEmptyNamespace(namespace(before));
      }
      if (after != null) {
        namespaceOrNew(namespace(after)).exchange(null, after);
      }
    }
    mark(before, after, changes);
    mark(after, before, changes);
  }

  private void requireRoom(@Nullable PodCharge before, PodCharge after) {
    NodeTotals node = nodes.get(after.node());
    (node == null ? new NodeTotals(after.node()) : node)
        .requireRoom(before != null && sameNode(before, after) ? before : null, after);
    NamespaceTotals namespace = namespaces.get(namespace(after));
    (namespace == null ? new NamespaceTotals(namespace(after)) : namespace)
        .requireRoom(before != null && sameNamespace(before, after) ? before : null, after);
  }

  private static boolean sameNode(PodCharge a, PodCharge b) {
    return a.node().equals(b.node());
  }

  private static boolean sameNamespace(PodCharge a, PodCharge b) {
    return namespace(a).equals(namespace(b));
  }

  private static String namespace(PodCharge charge) {
    return charge.pod().key().namespace();
  }

  /** Marks the devices of one charge on which the other is another amount. */
  private static void mark(@Nullable PodCharge charge, @Nullable PodCharge other, Changes changes) {
    if (charge == null) {
      return;
    }
    changes.node(charge.node());
    changes.namespace(namespace(charge));
    Footprint beside =
        other != null && sameNode(charge, other) ? other.footprint() : Footprint.NONE;
    for (Map.Entry<DeviceId, DeviceAmount> held : charge.footprint().devices().entrySet()) {
      if (!held.getValue().equals(beside.on(held.getKey()))) {
        changes.device(charge.node(), held.getKey());
      }
    }
  }
}
