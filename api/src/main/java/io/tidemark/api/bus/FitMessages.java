package io.tidemark.api.bus;

import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages to fit. */
public final class FitMessages {
  private FitMessages() {}

  /**
   * Asks where a pod can go. The snapshot must not contain a charge of the pod itself.
   *
   * @param candidates names of the nodes to look at, null for all; a name that the snapshot does
   *     not know is refused as unregistered
   */
  public record Plan(
      Instant at,
      ClusterSnapshot snapshot,
      PodRecord pod,
      PlacementPolicy policy,
      @Nullable List<String> candidates) {}

  /**
   * @param plans one per node that can take the pod, in the order of the candidates
   * @param refusals one per node that cannot; made only where no node can
   */
  public record PlanReply(List<NodePlan> plans, List<NodeRefusal> refusals) {}

  /**
   * Asks on which nodes a pod could go once pods are evicted there. The snapshot must not contain a
   * charge of the pod itself.
   *
   * @param victims by node: the UIDs of the pods that are to go in any case; one that the snapshot
   *     does not know holds no devices
   */
  public record Preempt(
      Instant at,
      ClusterSnapshot snapshot,
      PodRecord pod,
      PlacementPolicy policy,
      Map<String, Set<String>> victims) {}

  /**
   * @param furtherVictims by node, for the nodes on which the pod fits: the UIDs of the pods that
   *     have to go beside the given ones; empty where those will do
   */
  public record PreemptReply(Map<String, List<String>> furtherVictims) {
    public PreemptReply {
      furtherVictims = Collections.unmodifiableMap(new TreeMap<>(furtherVictims));
    }
  }

  /** Asks for everything that keeps a pod from being placed, and when that may end. */
  public record Explain(
      Instant at,
      ClusterSnapshot snapshot,
      PodRecord pod,
      PlacementPolicy policy,
      @Nullable List<String> candidates) {}
}
