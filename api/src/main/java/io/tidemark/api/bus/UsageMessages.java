package io.tidemark.api.bus;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import java.time.Instant;
import java.util.List;

/** Messages to the ledger. Each names its cluster and the time at which it happened. */
public final class UsageMessages {
  private UsageMessages() {}

  public record Observe(ClusterId cluster, Instant at, ClusterChange change) {}

  public record TakeSnapshot(ClusterId cluster, Instant at) {}

  /**
   * Charges a plan for a pod that is not bound yet, if it still holds.
   *
   * @param idleDevicesOnly see {@link io.tidemark.api.placement.PlacementPolicy#idleDevicesOnly}
   */
  public record Reserve(
      ClusterId cluster,
      Instant at,
      PodRecord pod,
      String node,
      PodAllocation allocation,
      boolean idleDevicesOnly) {
    /** For a pod that shares its devices. */
    public Reserve(
        ClusterId cluster, Instant at, PodRecord pod, String node, PodAllocation allocation) {
      this(cluster, at, pod, node, allocation, false);
    }
  }

  /** Whether the plan was charged. */
  public sealed interface ReserveReply {
    /** It was; an earlier reservation of the pod is replaced in the same moment. */
    record Reserved(UsageChange change) implements ReserveReply {}

    /** It no longer holds; nothing was charged, the pod's earlier reservation included. */
    record Conflict(NodeRefusal reason, UsageChange change) implements ReserveReply {}

    /** The pod is bound, terminal or gone: there is nothing to reserve. */
    record NotWaiting(String reason) implements ReserveReply {}
  }

  /** Ends the pod's reservation, if it has one. */
  public record Cancel(ClusterId cluster, Instant at, String uid) {}

  /** Ends every reservation whose deadline has passed at that time. */
  public record Expire(ClusterId cluster, Instant at) {}

  /** Drops the whole ledger of a cluster. */
  public record Forget(ClusterId cluster) {}

  public record Forgotten(ClusterId cluster) {}

  /** Recomputes all totals from the footprints, and the footprints from the pods. */
  public record Audit(ClusterId cluster, Instant at) {}

  /**
   * @param drift one line per total that is not the sum of its footprints; empty is clean
   */
  public record AuditReport(ClusterId cluster, List<String> drift) {
    public AuditReport {
      drift = List.copyOf(drift);
    }

    public boolean clean() {
      return drift.isEmpty();
    }
  }
}
