package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.Preempt;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.Supposition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whom a pod has to evict for its devices beside the victims that are given. */
class PreemptionTest {
  private static final Preemption PREEMPTION = new Preemption(Families.BUNDLED);

  private static Cluster oneCard() {
    return Cluster.of(aNode("n1").card("GPU-a", 24000));
  }

  private static Pods holder(String name, int priority, int mib) {
    return aPod("team-b/" + name)
        .uid(name)
        .priority(priority)
        .app(gpu("main", mib))
        .boundTo("n1", "GPU-a,NVIDIA," + mib + ",0:;");
  }

  private static Pods urgent(int mib) {
    return aPod("team-a/urgent").uid("urgent").priority(1000).app(gpu("main", mib));
  }

  private static Map<String, List<String>> preempt(
      Cluster cluster, Pods pod, Map<String, Set<String>> given) {
    return PREEMPTION
        .preempt(new Preempt(Cluster.NOW, cluster.snapshot(), pod.read(), cluster.policy(), given))
        .furtherVictims();
  }

  @Test
  void theGivenVictimsAreEnoughWhereTheyHoldTheDevices() {
    Cluster cluster = oneCard().with(holder("low", 1, 20000));

    assertThat(preempt(cluster, urgent(20000), Map.of("n1", Set.of("low"))))
        .isEqualTo(Map.of("n1", List.of()));
  }

  @Test
  void aNodeWithRoomNeedsNoFurtherVictim() {
    assertThat(preempt(oneCard(), urgent(20000), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of()));
  }

  @Test
  void aNodeThatNoEvictionHelpsIsLeftOut() {
    Cluster cluster = oneCard().with(holder("high", 1000, 10000));

    assertThat(preempt(cluster, urgent(20000), Map.of("n1", Set.of("cpu-only")))).isEmpty();
    assertThat(preempt(cluster, urgent(30000), Map.of("n1", Set.of("high")))).isEmpty();
    assertThat(preempt(cluster, urgent(1), Map.of("elsewhere", Set.of("x")))).isEmpty();
  }

  @Test
  void lessImportantPodsThatHoldTheDevicesGoToo() {
    Cluster cluster =
        oneCard()
            .with(
                holder("a", 10, 8000),
                holder("b", 5, 8000),
                holder("c", 5, 4000).created("2030-01-01T00:00:00Z"));

    // Room for 4000: the youngest of the least important; for 12000: both of them.
    assertThat(preempt(cluster, urgent(8000), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of("c")));
    assertThat(preempt(cluster, urgent(12000), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of("b")));
    assertThat(preempt(cluster, urgent(16000), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of("b", "c")));
    assertThat(preempt(cluster, urgent(8000), Map.of("n1", Set.of("a"))))
        .isEqualTo(Map.of("n1", List.of()));
  }

  @Test
  void aPodOfEqualOrHigherPriorityStays() {
    Cluster cluster = oneCard().with(holder("equal", 1000, 10000), holder("low", 999, 10000));

    assertThat(preempt(cluster, urgent(14000), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of("low")));
    assertThat(preempt(cluster, urgent(15000), Map.of("n1", Set.of("cpu-only")))).isEmpty();
  }

  @Test
  void theQuotaOfThePodsNamespaceHoldsToo() {
    Cluster cluster =
        oneCard()
            .with(aQuota("team-a/gpus").hard("limits.nvidia.com/gpumem", "12000"))
            .with(
                aPod("team-a/mine")
                    .uid("mine")
                    .app(gpu("main", 8000))
                    .boundTo("n1", "GPU-a,NVIDIA,8000,0:;"),
                holder("theirs", 1, 8000));

    // The card has room for 8000; the quota only once the team's own pod is gone.
    assertThat(preempt(cluster, urgent(8000), Map.of("n1", Set.of("mine"))))
        .isEqualTo(Map.of("n1", List.of()));
    assertThat(preempt(cluster, urgent(8000), Map.of("n1", Set.of("theirs"))))
        .isEqualTo(Map.of("n1", List.of("mine")));
    assertThat(preempt(cluster, urgent(13000), Map.of("n1", Set.of("mine", "theirs")))).isEmpty();
  }

  @Test
  void aPodThatCannotBeReadClosesTheNodeUntilItIsEvicted() {
    Cluster cluster =
        oneCard()
            .with(
                aPod("team-b/broken")
                    .uid("broken")
                    .app(gpu("main", 100))
                    .boundTo("n1", "nonsense"));

    assertThat(preempt(cluster, urgent(100), Map.of("n1", Set.of("broken"))))
        .isEqualTo(Map.of("n1", List.of()));
    assertThat(preempt(cluster, urgent(100), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of("broken")));
  }

  @Test
  void theKubeletsCountIsGivenBackByVictims() {
    Cluster cluster =
        Cluster.of(aNode("n1").card("GPU-a", 24000).allocatable("nvidia.com/gpu", "2"))
            .with(holder("a", 2, 100), holder("b", 1, 100));

    assertThat(preempt(cluster, urgent(100), Map.of("n1", Set.of("cpu-only"))))
        .isEqualTo(Map.of("n1", List.of("b")));
  }

  @Test
  void eachNodeIsJudgedByItself() {
    Cluster cluster =
        Cluster.of(
                aNode("n1").card("GPU-a", 24000),
                aNode("n2").card("GPU-b", 24000),
                aNode("n3").card("GPU-c", 8000))
            .with(
                holder("low", 1, 20000),
                aPod("other")
                    .uid("other")
                    .app(gpu("main", 20000))
                    .boundTo("n2", "GPU-b,NVIDIA,20000,0:;"));

    assertThat(
            preempt(
                cluster,
                urgent(20000),
                Map.of("n1", Set.of("low"), "n2", Set.of("low"), "n3", Set.of("x"))))
        .isEqualTo(Map.of("n1", List.of(), "n2", List.of("other")));
  }

  /** What is found is enough, and nobody in it could have stayed. */
  @Test
  void victimsAreEnoughAndMinimal() {
    int[] found = new int[1];
    Seeds.forAll(
        500,
        random -> {
          Cluster cluster = randomCluster(random);
          ClusterSnapshot snapshot = cluster.snapshot();
          PodRecord pod =
              aPod("team-a/urgent")
                  .uid("urgent")
                  .priority(3)
                  .app(aContainer("a").gpus(1 + random.nextInt(2)).memory(1 + random.nextInt(24)))
                  .read();
          Set<String> given = new HashSet<>();
          if (random.nextBoolean()) {
            given.add("p" + random.nextInt(6));
          }
          Map<String, List<String>> further =
              PREEMPTION
                  .preempt(
                      new Preempt(
                          Cluster.NOW, snapshot, pod, cluster.policy(), Map.of("n1", given)))
                  .furtherVictims();
          List<PodCharge> lower =
              new ArrayList<>(
                  Objects.requireNonNull(snapshot.node("n1")).charges().stream()
                      .filter(charge -> charge.pod().priority() < 3)
                      .toList());
          Set<String> all = new HashSet<>(given);
          lower.forEach(charge -> all.add(charge.pod().uid()));
          assertThat(further.containsKey("n1")).isEqualTo(fits(cluster, snapshot, pod, all));
          if (!further.isEmpty()) {
            List<String> victims = Objects.requireNonNull(further.get("n1"));
            found[0] += victims.isEmpty() ? 0 : 1;
            Set<String> gone = new HashSet<>(given);
            gone.addAll(victims);
            assertThat(fits(cluster, snapshot, pod, gone)).isTrue();
            for (String victim : victims) {
              Set<String> without = new HashSet<>(gone);
              without.remove(victim);
              assertThat(fits(cluster, snapshot, pod, without)).as(victim).isFalse();
            }
          }
        });
    assertThat(System.getProperty("tidemark.seed") != null || found[0] > 50).isTrue();
  }

  private static Cluster randomCluster(Random random) {
    Cluster cluster =
        Cluster.of(aNode("n1").card("GPU-a", 24, 100, 4, 0).card("GPU-b", 24, 100, 4, 0));
    for (int i = 0; i < 6; i++) {
      int mib = 1 + random.nextInt(8);
      String card = random.nextBoolean() ? "GPU-a" : "GPU-b";
      cluster.with(
          aPod("team-b/p" + i)
              .uid("p" + i)
              .priority(random.nextInt(5))
              .app(gpu("main", mib))
              .boundTo("n1", card + ",NVIDIA," + mib + ",0:;"));
    }
    return cluster;
  }

  private static boolean fits(
      Cluster cluster, ClusterSnapshot snapshot, PodRecord pod, Set<String> gone) {
    ClusterSnapshot supposed = snapshot;
    for (PodCharge charge : Objects.requireNonNull(snapshot.node("n1")).charges()) {
      if (gone.contains(charge.pod().uid())) {
        supposed = Supposition.without(supposed, charge);
      }
    }
    return !new FitPlanner(Families.BUNDLED)
        .plan(new Plan(Cluster.NOW, supposed, pod, cluster.policy(), null))
        .plans()
        .isEmpty();
  }
}
