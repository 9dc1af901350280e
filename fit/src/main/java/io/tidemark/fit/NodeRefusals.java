package io.tidemark.fit;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.NodeRules;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.quota.QuotaShortfall;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why nodes cannot take a pod: the node as a whole, then the devices of the first container that
 * finds no place, then the quota. For one request and one thread.
 */
final class NodeRefusals {
  private final DeviceFamilies families;
  private final Plan request;
  private final PodAsk ask;
  private final NamespaceSnapshot namespace;
  private final @Nullable QuotaShortfall shortfall;

  /** One family and no quota in play: a node that the pod does not fit lacks devices. */
  private final boolean onlyDevicesCanBlock;

  private final List<FamilyRefusals> byFamily = new ArrayList<>();
  private final NodeFit fitWithoutQuota;

  NodeRefusals(DeviceFamilies families, Plan request, SearchBudget budget) {
    this.families = families;
    this.request = request;
    this.namespace = request.snapshot().namespace(request.pod().key().namespace());
    PodAsk withQuota = PodAsk.within(families, request.pod(), request.policy(), namespace);
    this.shortfall = withQuota.shortfall();
    this.ask = PodAsk.withoutQuota(families, request.pod(), request.policy());
    this.onlyDevicesCanBlock =
        shortfall == null
            && withQuota.families().size() == 1
            && withQuota.families().get(0).memoryRoom == Long.MAX_VALUE;
    for (FamilyAsk family : ask.families()) {
      byFamily.add(new FamilyRefusals(ask.pod(), family, request.policy(), budget));
    }
    this.fitWithoutQuota = new NodeFit(ask, request.policy(), request.at(), budget);
  }

  /** A candidate that the snapshot does not know. */
  static NodeRefusal unknown(String name) {
    return new NodeRefusal(
        name,
        RefusalCode.NODE_UNREGISTERED,
        "",
        List.of(),
        "the node is not known here",
        RefusalCode.NODE_UNREGISTERED.unresolvable());
  }

  /** The reason of a node for which there is no plan. */
  NodeRefusal of(NodeSnapshot node) {
    Optional<NodeRefusal> whole =
        NodeRules.refusal(node, ask.pod(), ask.kubeletCounts(), request.at());
    if (whole.isPresent()) {
      return whole.get();
    }
    for (FamilyRefusals family : byFamily) {
      NodeRefusal refusal = family.refusal(node, onlyDevicesCanBlock);
      if (refusal != null) {
        return refusal;
      }
    }
    return quota(node);
  }

  private NodeRefusal quota(NodeSnapshot node) {
    QuotaShortfall found = shortfall == null ? shortfallOfPlan(node) : shortfall;
    return new NodeRefusal(
        node.name(),
        RefusalCode.QUOTA_NOT_FIT,
        "",
        List.of(),
        found == null ? "no choice of devices fits the quota" : found.toString(),
        // What memory comes to depends on the node's cards only where it is not known before.
        shortfall != null && shortfall.hopeless());
  }

  private @Nullable QuotaShortfall shortfallOfPlan(NodeSnapshot node) {
    NodePlan plan = fitWithoutQuota.plan(node);
    if (plan == null) {
      return null;
    }
    return QuotaRules.shortfall(
            families,
            namespace,
            ask.pod().quotaTraits(),
            Footprints.of(ask.pod().containers(), plan.allocation(), Progress.START).namespace())
        .orElse(null);
  }
}
