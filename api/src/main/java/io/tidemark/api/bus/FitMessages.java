package io.tidemark.api.bus;

import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.time.Instant;
import java.util.List;
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

  /** Asks for everything that keeps a pod from being placed, and when that may end. */
  public record Explain(
      Instant at,
      ClusterSnapshot snapshot,
      PodRecord pod,
      PlacementPolicy policy,
      @Nullable List<String> candidates) {}
}
