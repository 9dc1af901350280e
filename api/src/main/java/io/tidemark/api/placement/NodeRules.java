package io.tidemark.api.placement;

import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a node as a whole can take a pod; the devices are looked at after that. */
public final class NodeRules {
  private NodeRules() {}

  /**
   * Whether the node as a whole has no objection: {@link #refusal} without the words, for the loop
   * over all nodes.
   *
   * @param kubeletCounts the pod's counts at the start of its life, see {@link
   *     io.tidemark.api.formula.Footprints#kubeletCounts}
   */
  public static boolean accepts(
      NodeSnapshot node, PodRecord pod, Map<String, Integer> kubeletCounts, Instant now) {
    if (!pod.demandProblems().isEmpty() || !node.closedBy().isEmpty()) {
      return false;
    }
    for (Map.Entry<String, Integer> count : kubeletCounts.entrySet()) {
      FamilyInventory inventory = node.inventory(count.getKey());
      if (objection(node, inventory, count.getKey(), count.getValue(), now) != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * @param kubeletCounts the pod's counts at the start of its life, see {@link
   *     io.tidemark.api.formula.Footprints#kubeletCounts}
   * @return empty where the node as a whole has no objection
   */
  public static Optional<NodeRefusal> refusal(
      NodeSnapshot node, PodRecord pod, Map<String, Integer> kubeletCounts, Instant now) {
    if (!pod.demandProblems().isEmpty()) {
      return refuse(
          node, RefusalCode.REQUEST_UNREADABLE, pod.demandProblems().get(0).toString(), true);
    }
    for (Map.Entry<String, Integer> count : kubeletCounts.entrySet()) {
      Optional<NodeRefusal> refusal = refusal(node, count.getKey(), count.getValue(), now);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    if (!node.closedBy().isEmpty()) {
      return refuse(
          node,
          RefusalCode.NODE_CLOSED,
          "the allocation of pod "
              + node.closedBy().get(0)
              + " cannot be read, so what is free here is not known",
          false);
    }
    return Optional.empty();
  }

  private static @Nullable RefusalCode objection(
      NodeSnapshot node,
      @Nullable FamilyInventory inventory,
      String family,
      int count,
      Instant now) {
    if (inventory == null || inventory.devices().isEmpty()) {
      return RefusalCode.NODE_UNREGISTERED;
    }
    Long allocatable = inventory.allocatable();
    if (inventory.handshake().stale(now, allocatable)) {
      return RefusalCode.PLUGIN_NOT_RESPONDING;
    }
    if (allocatable != null && (long) node.kubeletCount(family) + count > allocatable) {
      return RefusalCode.KUBELET_DEVICES_EXHAUSTED;
    }
    return null;
  }

  private static Optional<NodeRefusal> refusal(
      NodeSnapshot node, String family, int count, Instant now) {
    FamilyInventory inventory = node.inventory(family);
    RefusalCode objection = objection(node, inventory, family, count, now);
    if (objection == null) {
      return Optional.empty();
    }
    if (inventory == null || objection == RefusalCode.NODE_UNREGISTERED) {
      String why =
          inventory != null && inventory.unreadable() != null
              ? inventory.unreadable().toString()
              : "registers no " + family + " device";
      return refuse(node, objection, why, true);
    }
    if (objection == RefusalCode.PLUGIN_NOT_RESPONDING) {
      return refuse(
          node,
          objection,
          "the "
              + family
              + " device plugin has not answered since "
              + inventory.handshake().requestedAt(),
          false);
    }
    Long allocatable = inventory.allocatable();
    return refuse(
        node,
        objection,
        "the kubelet holds "
            + node.kubeletCount(family)
            + " of "
            + allocatable
            + " "
            + family
            + " device ids for pods that have not ended; "
            + count
            + " more are needed",
        allocatable != null && count > allocatable);
  }

  private static Optional<NodeRefusal> refuse(
      NodeSnapshot node, RefusalCode code, String detail, boolean unresolvable) {
    return Optional.of(new NodeRefusal(node.name(), code, "", List.of(), detail, unresolvable));
  }
}
