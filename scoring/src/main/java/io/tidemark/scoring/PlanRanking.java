package io.tidemark.scoring;

import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the plans for a pod in order, the best first: by score, then by {@link TieBreak}, then by
 * node name. A total order, so the order of the plans given does not matter.
 */
public final class PlanRanking {
  private PlanRanking() {}

  /**
   * @param plans at most one per node
   * @throws IllegalArgumentException where the policy scores a node as not a number
   */
  public static List<RankedPlan> rank(String podUid, PlacementPolicy policy, List<NodePlan> plans) {
    TieBreak tieBreak = new TieBreak(podUid);
    Candidate[] candidates = new Candidate[plans.size()];
    int next = 0;
    for (NodePlan plan : plans) {
      double score = policy.nodeScore(plan.node(), plan.merged());
      if (Double.isNaN(score)) {
        throw new IllegalArgumentException(
            "score of node " + plan.node().name() + " is not a number");
      }
      candidates[next++] =
          new Candidate(new RankedPlan(plan, score), score, tieBreak.of(plan.node().name()));
    }
    Arrays.sort(candidates);
    RankedPlan[] ranked = new RankedPlan[candidates.length];
    for (int i = 0; i < ranked.length; i++) {
      ranked[i] = candidates[i].ranked;
    }
    return List.of(ranked);
  }

  /** A plan with its keys beside it, so that comparing reads no other object. */
  private static final class Candidate implements Comparable<Candidate> {
    private final RankedPlan ranked;
    private final double score;
    private final long tieBreak;

    Candidate(RankedPlan ranked, double score, long tieBreak) {
      this.ranked = ranked;
      this.score = score;
      this.tieBreak = tieBreak;
    }

    @Override
    public int compareTo(Candidate other) {
      if (score != other.score) {
        return score > other.score ? -1 : 1;
      }
      if (tieBreak != other.tieBreak) {
        return tieBreak < other.tieBreak ? -1 : 1;
      }
      return ranked.plan().node().name().compareTo(other.ranked.plan().node().name());
    }
  }
}
