package io.tidemark.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanRankingPropertiesTest {
  private static final double[] SCORES = {0.0, -0.0, 1.5, -1.5, 3, Double.MIN_VALUE, 1e300, -1e300};

  @Test
  void theOrderDependsOnTheSetOfPlansAlone() {
    Seeds.forAll(
        300,
        random -> {
          Cluster cluster = Cluster.random(random);
          List<NodePlan> shuffled = new ArrayList<>(cluster.plans);
          Collections.shuffle(shuffled, random);

          List<RankedPlan> ranked = PlanRanking.rank("uid", cluster.policy(), cluster.plans);

          assertThat(ranked)
              .extracting(RankedPlan::plan)
              .containsExactlyInAnyOrderElementsOf(cluster.plans);
          assertThat(PlanRanking.rank("uid", cluster.policy(), shuffled)).isEqualTo(ranked);
          for (int i = 1; i < ranked.size(); i++) {
            assertThat(ranked.get(i).score()).isLessThanOrEqualTo(ranked.get(i - 1).score());
          }
        });
  }

  @Test
  void aPlanThatIsTakenAwayLeavesTheOrderOfTheOthers() {
    Seeds.forAll(
        300,
        random -> {
          Cluster cluster = Cluster.random(random);
          List<RankedPlan> ranked =
              new ArrayList<>(PlanRanking.rank("uid", cluster.policy(), cluster.plans));
          RankedPlan gone = ranked.remove(random.nextInt(ranked.size()));
          List<NodePlan> others = new ArrayList<>(cluster.plans);
          others.remove(gone.plan());

          assertThat(PlanRanking.rank("uid", cluster.policy(), others)).isEqualTo(ranked);
        });
  }

  @Test
  void theOrderDoesNotDependOnHowItIsRead() {
    Seeds.forAll(
        300,
        random -> {
          Cluster cluster = Cluster.random(random);
          List<RankedPlan> inOrder =
              List.copyOf(PlanRanking.rank("uid", cluster.policy(), cluster.plans));
          List<RankedPlan> ranked = PlanRanking.rank("uid", cluster.policy(), cluster.plans);

          for (int i = 0; i < 20; i++) {
            int place = random.nextInt(ranked.size());
            assertThat(ranked.get(place)).isEqualTo(inOrder.get(place));
          }
        });
  }

  private record Cluster(List<NodePlan> plans, Map<String, Double> scores) {
    static Cluster random(Random random) {
      Set<String> names = new HashSet<>();
      for (int i = random.nextInt(60); i >= 0; i--) {
        names.add((random.nextBoolean() ? "node-" : "Aa") + random.nextInt(1_000));
      }
      Map<String, Double> scores = new HashMap<>();
      int choices = 1 + random.nextInt(SCORES.length);
      names.stream().sorted().forEach(name -> scores.put(name, SCORES[random.nextInt(choices)]));
      return new Cluster(
          PlanRankingTest.plans(names.stream().sorted().toArray(String[]::new)), scores);
    }

    PlacementPolicy policy() {
      return PlanRankingTest.scoring(scores::get);
    }
  }
}
