package io.tidemark.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanRankingTest {
  private static final PlacementPolicy ALL_EQUAL = scoring(node -> 0);

  @Test
  void theHighestScoreComesFirst() {
    Map<String, Double> scores = Map.of("n1", -2.0, "n2", 3.5, "n3", 0.0);

    List<RankedPlan> ranked =
        PlanRanking.rank("uid", scoring(scores::get), plans("n1", "n2", "n3"));

    assertThat(names(ranked)).containsExactly("n2", "n3", "n1");
    assertThat(ranked).extracting(RankedPlan::score).containsExactly(3.5, 0.0, -2.0);
  }

  @Test
  void binpackTakesTheNodeThatThePodFillsMore() {
    DeviceAmount merged = new DeviceAmount(1, 8000, 10);
    NodePlan large = TestPlans.on(Nodes.aNode("large").card("GPU-a", 80000).snapshot(), merged);
    NodePlan small = TestPlans.on(Nodes.aNode("small").card("GPU-b", 16000).snapshot(), merged);

    assertThat(names(PlanRanking.rank("uid", policy(NodePolicy.BINPACK), List.of(large, small))))
        .containsExactly("small", "large");
    assertThat(names(PlanRanking.rank("uid", policy(NodePolicy.SPREAD), List.of(small, large))))
        .containsExactly("large", "small");
  }

  @Test
  void noPlansRankAsNone() {
    assertThat(PlanRanking.rank("uid", ALL_EQUAL, List.of())).isEmpty();
  }

  /** Pinned, because the order must survive restarts, upgrades and other JVMs. */
  @Test
  void tiesKeepTheirOrderFromRunToRun() {
    List<NodePlan> plans = plans("node-1", "node-2", "node-3", "node-4", "node-5");

    assertThat(names(PlanRanking.rank("3f1c8a52-0d2b-4a8e-9a53-6a1f0c2f7a10", ALL_EQUAL, plans)))
        .containsExactly("node-2", "node-3", "node-1", "node-4", "node-5");
    assertThat(names(PlanRanking.rank("c0ffee00-1111-4222-8333-944445555666", ALL_EQUAL, plans)))
        .containsExactly("node-4", "node-3", "node-5", "node-1", "node-2");
  }

  @Test
  void tiesSpreadEvenlyOverNodes() {
    int nodes = 20;
    int pods = 4_000;
    List<NodePlan> plans =
        plans(IntStream.range(0, nodes).mapToObj(i -> "gpu-node-" + i).toArray(String[]::new));
    Map<String, Integer> wins = new TreeMap<>();

    for (int i = 0; i < pods; i++) {
      List<RankedPlan> ranked = PlanRanking.rank("uid-team-a-train-" + i, ALL_EQUAL, plans);
      wins.merge(ranked.get(0).plan().node().name(), 1, Integer::sum);
    }

    // 200 each on average, standard deviation 14: five of them on either side.
    assertThat(wins).hasSize(nodes);
    assertThat(wins.values()).allSatisfy(count -> assertThat(count).isBetween(130, 270));
  }

  @Test
  void aScoreThatIsNoNumberIsRefused() {
    assertThatThrownBy(
            () -> PlanRanking.rank("uid", scoring(node -> Double.NaN), plans("n1", "n2")))
        .hasMessage("score of node n1 is not a number");
  }

  private static PlacementPolicy policy(NodePolicy nodePolicy) {
    return new UtilizationPolicy(
        nodePolicy, DevicePolicy.of("spread"), false, new DeviceWeights(1, 1, 1));
  }

  static PlacementPolicy scoring(ToDoubleFunction<String> byNode) {
    return new PlacementPolicy() {
      @Override
      public double deviceScore(
          Device device, int usedSlots, long usedMemory, int usedCores, long memory, int cores) {
        throw new AssertionError("ranking looks at no device");
      }

      @Override
      public NumaOrder numaOrder() {
        throw new AssertionError("ranking looks at no device");
      }

      @Override
      public double nodeScore(NodeSnapshot node, DeviceAmount merged) {
        return byNode.applyAsDouble(node.name());
      }
    };
  }

  static List<NodePlan> plans(String... nodes) {
    List<NodePlan> plans = new ArrayList<>();
    for (String node : nodes) {
      plans.add(TestPlans.on(node));
    }
    return plans;
  }

  static List<String> names(List<RankedPlan> ranked) {
    return ranked.stream().map(plan -> plan.plan().node().name()).toList();
  }
}
