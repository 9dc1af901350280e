package io.tidemark.app.scheduling.live;

import io.tidemark.api.placement.RankedPlan;
import io.tidemark.app.scheduling.Extender.HostScore;
import java.util.ArrayList;
import java.util.List;

/** Scores as kube-scheduler reads them: 0 to 10 (extender v1, MaxExtenderPriority). */
final class HostScores {
  private static final int MAX = 10;

  private HostScores() {}

  /**
   * The best plan has 10 and the worst 0, the others in proportion; all have 10 where they are
   * equally good.
   *
   * @param ranked the best first
   */
  static List<HostScore> of(List<RankedPlan> ranked) {
    List<HostScore> scores = new ArrayList<>();
    if (ranked.isEmpty()) {
      return scores;
    }
    double best = ranked.get(0).score();
    double span = best - ranked.get(ranked.size() - 1).score();
    for (RankedPlan plan : ranked) {
      long score = span > 0 ? Math.round(MAX - MAX * (best - plan.score()) / span) : MAX;
      scores.add(new HostScore(plan.plan().node().name(), score));
    }
    return scores;
  }

  static List<HostScore> equal(List<String> hosts) {
    return hosts.stream().map(host -> new HostScore(host, MAX)).toList();
  }
}
