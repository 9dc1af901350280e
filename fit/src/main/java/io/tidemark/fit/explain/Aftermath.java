package io.tidemark.fit.explain;

import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The cluster as it would be after a coming event: the node and the namespace of the pod. */
final class Aftermath {
  private Aftermath() {}

  /** The snapshot after the event; the same instance where the event changes nothing. */
  static ClusterSnapshot of(ClusterSnapshot snapshot, ComingEvent event) {
    NodeSnapshot node = snapshot.node(event.charge().node());
    PodCharge before = node == null ? null : charge(node, event.charge().pod().uid());
    if (node == null || before == null) {
      return snapshot;
    }
    Footprint footprint = footprint(before, event.after());
    if (!event.podEnds() && footprint.equals(before.footprint())) {
      return snapshot;
    }
    ClusterSnapshot after = snapshot.withNode(node(node, before, event, footprint));
    NamespaceSnapshot namespace = snapshot.namespace(before.pod().key().namespace());
    return namespace.quotas().isEmpty()
        ? after
        : after.withNamespace(namespace(namespace, before.pod(), before.footprint(), footprint));
  }

  /** A pod whose amounts leave their range is charged nothing, whatever it does. */
  private static Footprint footprint(PodCharge charge, Progress progress) {
    return charge.footprint().isZero()
        ? Footprint.NONE
        : Footprints.charged(charge.pod().containers(), charge.allocation(), progress);
  }

  private static @Nullable PodCharge charge(NodeSnapshot node, String uid) {
    for (PodCharge charge : node.charges()) {
      if (charge.pod().uid().equals(uid)) {
        return charge;
      }
    }
    return null;
  }

  private static NodeSnapshot node(
      NodeSnapshot node, PodCharge before, ComingEvent event, Footprint footprint) {
    Map<DeviceId, DeviceAmount> used = new LinkedHashMap<>(node.unregistered());
    for (int i = 0; i < node.devices().size(); i++) {
      used.put(node.devices().get(i).id(), node.used(i));
    }
    before.footprint().devices().forEach((id, held) -> used.merge(id, held, DeviceAmount::minus));
    footprint.devices().forEach((id, held) -> used.merge(id, held, DeviceAmount::plus));
    List<PodCharge> charges = new ArrayList<>(node.charges());
    List<PodKey> closedBy = node.closedBy();
    if (event.podEnds()) {
      charges.remove(before);
      closedBy = new ArrayList<>(closedBy);
      closedBy.remove(before.pod().key());
    } else {
      charges.replaceAll(charge -> charge == before ? with(before, footprint) : charge);
    }
    return new NodeSnapshot(
        node.name(), node.node(), used, kubeletCounts(node, before, event), charges, closedBy);
  }

  private static PodCharge with(PodCharge charge, Footprint footprint) {
    return new PodCharge(
        charge.pod(),
        charge.node(),
        charge.allocation(),
        footprint,
        charge.kubeletCounts(),
        charge.basis());
  }

  private static Map<String, Integer> kubeletCounts(
      NodeSnapshot node, PodCharge before, ComingEvent event) {
    Map<String, Integer> counts = new TreeMap<>();
    NodeRecord record = node.node();
    if (record != null) {
      for (String family : record.inventories().keySet()) {
        int given = event.podEnds() ? before.kubeletCounts().getOrDefault(family, 0) : 0;
        counts.put(family, node.kubeletCount(family) - given);
      }
    }
    return counts;
  }

  private static NamespaceSnapshot namespace(
      NamespaceSnapshot namespace, PodRecord pod, Footprint before, Footprint after) {
    List<QuotaSnapshot> quotas = new ArrayList<>();
    for (QuotaSnapshot quota : namespace.quotas()) {
      quotas.add(
          quota.quota().selects(pod.quotaTraits())
              ? new QuotaSnapshot(quota.quota(), moved(quota.used(), before, after))
              : quota);
    }
    return new NamespaceSnapshot(namespace.name(), moved(namespace.used(), before, after), quotas);
  }

  private static Map<String, NamespaceAmount> moved(
      Map<String, NamespaceAmount> used, Footprint before, Footprint after) {
    Map<String, NamespaceAmount> moved = new TreeMap<>(used);
    moved.replaceAll((family, amount) -> amount.minus(before.of(family)).plus(after.of(family)));
    return moved;
  }
}
