package io.tidemark.api.placement;

import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a node as a whole can take a pod; the devices are looked at after that. */
public final class NodeRules {
  private NodeRules() {}

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

  private static Optional<NodeRefusal> refusal(
      NodeSnapshot node, String family, int count, Instant now) {
    FamilyInventory inventory = node.inventory(family);
    if (inventory == null || inventory.devices().isEmpty()) {
      String why =
          inventory != null && inventory.unreadable() != null
              ? inventory.unreadable().toString()
              : "registers no " + family + " device";
      return refuse(node, RefusalCode.NODE_UNREGISTERED, why, true);
    }
    if (inventory.handshake().stale(now, inventory.allocatable())) {
      return refuse(
          node,
          RefusalCode.PLUGIN_NOT_RESPONDING,
          "the "
              + family
              + " device plugin has not answered since "
              + inventory.handshake().requestedAt(),
          false);
    }
    Long allocatable = inventory.allocatable();
    if (allocatable != null && (long) node.kubeletCount(family) + count > allocatable) {
      return refuse(
          node,
          RefusalCode.KUBELET_DEVICES_EXHAUSTED,
          "the kubelet holds "
              + node.kubeletCount(family)
              + " of "
              + allocatable
              + " "
              + family
              + " device ids for pods that have not ended; "
              + count
              + " more are needed",
          count > allocatable);
    }
    return Optional.empty();
  }

  private static Optional<NodeRefusal> refuse(
      NodeSnapshot node, RefusalCode code, String detail, boolean unresolvable) {
    return Optional.of(new NodeRefusal(node.name(), code, "", List.of(), detail, unresolvable));
  }
}
