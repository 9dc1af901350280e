package io.tidemark.api.snapshot;

import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A snapshot as it would be had a waiting pod been placed, had it no reservation, or were a pod
 * gone. The ledger knows nothing of what is supposed.
 */
public final class Supposition {
  private Supposition() {}

  /**
   * The snapshot with a pod charged at the start of its life.
   *
   * @param node one that the snapshot knows
   * @param allocation one per container of the pod, as fit planned it against this snapshot
   * @throws IllegalArgumentException where the snapshot does not know the node
   * @throws ArithmeticException where an amount leaves its range, which no plan of fit lets happen
   */
  public static ClusterSnapshot placed(
      ClusterSnapshot snapshot, PodRecord pod, String node, PodAllocation allocation) {
    NodeSnapshot before = snapshot.node(node);
    if (before == null) {
      throw new IllegalArgumentException("node " + node + " is not in the snapshot");
    }
    PodCharge charge =
        new PodCharge(
            pod,
            node,
            allocation,
            Footprints.charged(pod.containers(), allocation, Progress.START),
            Footprints.kubeletCounts(pod.containers()),
            PodCharge.Basis.RESERVED);
    return moved(snapshot, charge, before, 1);
  }

  /**
   * The snapshot without what is reserved for a pod; the same instance where nothing is. A pod that
   * is asked about must not stand in its own way.
   */
  public static ClusterSnapshot withoutReservation(ClusterSnapshot snapshot, String uid) {
    PodCharge charge = snapshot.charge(uid);
    NodeSnapshot node = charge == null ? null : snapshot.node(charge.node());
    return charge == null || node == null || charge.basis() != PodCharge.Basis.RESERVED
        ? snapshot
        : moved(snapshot, charge, node, -1);
  }

  /**
   * The snapshot as if the pod of one of its charges were gone.
   *
   * @param charge of a node that the snapshot knows
   */
  public static ClusterSnapshot without(ClusterSnapshot snapshot, PodCharge charge) {
    return moved(snapshot, charge, node(snapshot, charge), -1);
  }

  /** The snapshot with a charge that {@link #without} took away. */
  public static ClusterSnapshot with(ClusterSnapshot snapshot, PodCharge charge) {
    return moved(snapshot, charge, node(snapshot, charge), 1);
  }

  private static NodeSnapshot node(ClusterSnapshot snapshot, PodCharge charge) {
    NodeSnapshot node = snapshot.node(charge.node());
    if (node == null) {
      throw new IllegalArgumentException("node " + charge.node() + " is not in the snapshot");
    }
    return node;
  }

  /**
   * @param sign 1 to add the charge, -1 to take it away
   */
  private static ClusterSnapshot moved(
      ClusterSnapshot snapshot, PodCharge charge, NodeSnapshot node, int sign) {
    NamespaceSnapshot namespace = snapshot.namespace(charge.pod().key().namespace());
    List<QuotaSnapshot> quotas = new ArrayList<>();
    for (QuotaSnapshot quota : namespace.quotas()) {
      quotas.add(
          quota.quota().selects(charge.pod().quotaTraits())
              ? new QuotaSnapshot(quota.quota(), moved(quota.used(), charge, sign))
              : quota);
    }
    return snapshot
        .withNode(moved(node, charge, sign))
        .withNamespace(
            new NamespaceSnapshot(namespace.name(), moved(namespace.used(), charge, sign), quotas));
  }

  private static NodeSnapshot moved(NodeSnapshot node, PodCharge charge, int sign) {
    Map<DeviceId, DeviceAmount> used = new LinkedHashMap<>(node.unregistered());
    for (int i = 0; i < node.devices().size(); i++) {
      used.put(node.devices().get(i).id(), node.used(i));
    }
    charge
        .footprint()
        .devices()
        .forEach(
            (id, held) -> {
              DeviceAmount present = used.getOrDefault(id, DeviceAmount.ZERO);
              used.put(id, sign > 0 ? present.plus(held) : present.minus(held));
            });
    Map<String, Integer> counts = new TreeMap<>();
    NodeRecord record = node.node();
    Set<String> families = new TreeSet<>(charge.kubeletCounts().keySet());
    if (record != null) {
      families.addAll(record.inventories().keySet());
    }
    for (String family : families) {
      int moved = Math.multiplyExact(sign, charge.kubeletCounts().getOrDefault(family, 0));
      counts.put(family, Math.addExact(node.kubeletCount(family), moved));
    }
    List<PodCharge> charges = new ArrayList<>(node.charges());
    if (sign > 0) {
      charges.add(charge);
    } else {
      charges.remove(charge);
    }
    return new NodeSnapshot(
        node.name(), record, used, counts, charges, closedBy(node, charge, sign));
  }

  /** A pod that cannot be read closes its node as long as it is there. */
  private static List<PodKey> closedBy(NodeSnapshot node, PodCharge charge, int sign) {
    if (charge.basis() != PodCharge.Basis.UNREADABLE) {
      return node.closedBy();
    }
    List<PodKey> closedBy = new ArrayList<>(node.closedBy());
    if (sign > 0) {
      closedBy.add(charge.pod().key());
    } else {
      closedBy.remove(charge.pod().key());
    }
    return closedBy;
  }

  private static Map<String, NamespaceAmount> moved(
      Map<String, NamespaceAmount> used, PodCharge charge, int sign) {
    Map<String, NamespaceAmount> moved = new TreeMap<>(used);
    charge
        .footprint()
        .namespace()
        .forEach(
            (family, amount) -> {
              NamespaceAmount present = moved.getOrDefault(family, NamespaceAmount.ZERO);
              moved.put(family, sign > 0 ? present.plus(amount) : present.minus(amount));
            });
    return moved;
  }
}
