package io.tidemark.scoring;

import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import java.util.List;

/**
 * Puts the plans for a pod in order, the best first: by score, then by {@link TieBreak}, then by
 * node name. A total order, so the order of the plans given does not matter.
 */
public final class PlanRanking {
  private PlanRanking() {}

  /**
   * Ranks the plans for one pod.
   *
   * @param plans at most one per node
   * @return immutable; the order of the plans behind the best is found out as they are read
   * @throws IllegalArgumentException where the policy scores a node as not a number
   */
  public static List<RankedPlan> rank(String podUid, PlacementPolicy policy, List<NodePlan> plans) {
    TieBreak tieBreak = new TieBreak(podUid);
    NodePlan[] all = plans.toArray(new NodePlan[0]);
    double[] scores = new double[all.length];
    long[] ties = new long[all.length];
    for (int i = 0; i < all.length; i++) {
      String node = all[i].node().name();
      scores[i] = policy.nodeScore(all[i].node(), all[i].merged());
      if (Double.isNaN(scores[i])) {
        throw new IllegalArgumentException("score of node " + node + " is not a number");
      }
      ties[i] = tieBreak.of(node);
    }
    return new RankedPlans(all, scores, ties);
  }
}
