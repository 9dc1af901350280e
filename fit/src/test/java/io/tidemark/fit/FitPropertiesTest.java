package io.tidemark.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.PlanCheck;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds of every plan, on random nodes and pods. */
class FitPropertiesTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final FitPlanner PLANNER = new FitPlanner(Families.BUNDLED);
  private static final PlanCheck CHECK = new PlanCheck(Families.BUNDLED);

  /** Nothing is missed on small cases: neither a fit, nor a smaller footprint, by no margin. */
  @Test
  void equalsAnExhaustiveSearchOnSmallCases() {
    int[] verdicts = new int[2];
    Seeds.forAll(
        6000,
        random -> {
          NodeSnapshot node = RandomCases.node(random, "n1", 4);
          PodRecord pod = RandomCases.pod(random, 2, 2, 1, 2);
          NamespaceSnapshot namespace = RandomCases.namespace(random);
          DeviceAmount expected = ExhaustiveSearch.smallest(node, namespace, pod);
          PlanReply reply = plan(node, namespace, pod, RandomCases.policy(random));
          verdicts[reply.plans().isEmpty() ? 0 : 1]++;
          assertThat(reply.plans().isEmpty() ? null : reply.plans().get(0).merged())
              .as(() -> ExhaustiveSearch.describe(node, pod))
              .isEqualTo(expected);
        });
    if (System.getProperty("tidemark.seed") == null) {
      assertThat(verdicts[0]).as("cases without a fit").isGreaterThan(1000);
      assertThat(verdicts[1]).as("cases with a fit").isGreaterThan(1000);
    }
  }

  @Test
  void everyPlanHoldsWhenTheLedgerChecksIt() {
    Seeds.forAll(
        2500,
        random -> {
          NodeSnapshot node = RandomCases.node(random, "n1", 9);
          PodRecord pod = RandomCases.pod(random, 3, 4, 2, 4);
          NamespaceSnapshot namespace = RandomCases.namespace(random);
          for (NodePlan plan : plan(node, namespace, pod, RandomCases.policy(random)).plans()) {
            PodAllocation allocation = plan.allocation();
            assertThat(CHECK.refusal(node, namespace, pod, allocation, NOW))
                .as(() -> allocation + ExhaustiveSearch.describe(node, pod))
                .isEmpty();
            assertThat(plan.merged()).isEqualTo(merged(pod, allocation));
            assertThat(allocation.slotsByFamily().keySet()).isEqualTo(pod.families());
            allocation
                .slotsByFamily()
                .values()
                .forEach(slots -> assertThat(slots).hasSameSizeAs(pod.containers()));
          }
        });
  }

  @Test
  void neverTakesMoreMemoryThanInitAndAppPlacedApart() {
    Seeds.forAll(
        2500,
        random -> {
          NodeSnapshot node = RandomCases.node(random, "n1", 9);
          PodRecord pod = RandomCases.pod(random, 3, 3, 0, 3);
          NamespaceSnapshot none = NamespaceSnapshot.empty(RandomCases.NAMESPACE);
          PlacementPolicy policy = RandomCases.policy(random);
          PodAllocation apart = PlacedApart.allocation(node, pod, policy);
          if (apart != null) {
            List<NodePlan> plans = plan(node, none, pod, policy).plans();
            assertThat(plans).as(() -> ExhaustiveSearch.describe(node, pod)).hasSize(1);
            assertThat(plans.get(0).merged().memoryMiB())
                .as(() -> ExhaustiveSearch.describe(node, pod))
                .isLessThanOrEqualTo(merged(pod, apart).memoryMiB());
          }
        });
  }

  @Test
  void answersTheSameRequestAlwaysTheSame() {
    Seeds.forAll(
        300,
        random -> {
          long seed = random.nextLong();
          assertThat(describe(cluster(new Random(seed))))
              .isEqualTo(describe(cluster(new Random(seed))));
        });
  }

  @Test
  void refusesEveryNodeWithNumbersWhereNoneFits() {
    Seeds.forAll(
        1500,
        random -> {
          PlanReply reply = cluster(random);
          if (!reply.plans().isEmpty()) {
            assertThat(reply.refusals()).isEmpty();
            return;
          }
          assertThat(reply.refusals()).hasSize(3);
          reply
              .refusals()
              .forEach(
                  refusal -> {
                    assertThat(refusal.detail()).isNotBlank();
                    assertThat(refusal.text()).isNotBlank();
                    refusal
                        .devices()
                        .forEach(device -> assertThat(device.need().slots()).isPositive());
                  });
        });
  }

  private static PlanReply cluster(Random random) {
    ClusterSnapshot snapshot = ClusterSnapshot.empty(ClusterId.LIVE);
    for (int i = 0; i < 3; i++) {
      snapshot = snapshot.withNode(RandomCases.node(random, "n" + i, 6));
    }
    snapshot = snapshot.withNamespace(RandomCases.namespace(random));
    PodRecord pod = RandomCases.pod(random, 2, 3, 1, 3);
    return PLANNER.plan(new Plan(NOW, snapshot, pod, RandomCases.policy(random), null));
  }

  private static String describe(PlanReply reply) {
    return reply.plans() + " " + reply.refusals();
  }

  private static PlanReply plan(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod, PlacementPolicy policy) {
    ClusterSnapshot snapshot =
        ClusterSnapshot.empty(ClusterId.LIVE).withNode(node).withNamespace(namespace);
    return PLANNER.plan(new Plan(NOW, snapshot, pod, policy, null));
  }

  private static DeviceAmount merged(PodRecord pod, PodAllocation allocation) {
    return Footprints.of(pod.containers(), allocation, Progress.START).devices().values().stream()
        .reduce(DeviceAmount.ZERO, DeviceAmount::plus);
  }
}
