package io.tidemark.api.bus;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import java.time.Instant;
import java.util.List;

/** Messages to scoring. */
public final class ScoringMessages {
  private ScoringMessages() {}

  /** Asks for the policy that holds for a pod: its own wishes, else the configured defaults. */
  public record ChoosePolicy(ClusterId cluster, Instant at, PodRecord pod) {}

  public sealed interface PolicyReply {
    record Chosen(PlacementPolicy policy) implements PolicyReply {}

    /** The pod asks for a policy that cannot be read; it is not scheduled before that is mended. */
    record Unreadable(Problem problem) implements PolicyReply {}
  }

  public record Rank(
      ClusterId cluster, Instant at, PodRecord pod, PlacementPolicy policy, List<NodePlan> plans) {}

  /**
   * @param plans the best first
   */
  public record Ranking(List<RankedPlan> plans) {}
}
