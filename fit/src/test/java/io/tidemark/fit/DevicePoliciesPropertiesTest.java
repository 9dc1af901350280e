package io.tidemark.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PairScores;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Device policies that forbid or combine devices, on random nodes and pods. */
class DevicePoliciesPropertiesTest {
  private static final NamespaceSnapshot NO_QUOTA = NamespaceSnapshot.empty(RandomCases.NAMESPACE);

  @Test
  void idleDevicesOnlyEqualsAnExhaustiveSearch() {
    int[] verdicts = new int[2];
    Seeds.forAll(
        3000,
        random -> {
          NodeSnapshot node = RandomCases.node(random, "n1", 4);
          PodRecord pod = RandomCases.pod(random, 2, 2, 1, 2);
          NamespaceSnapshot namespace = RandomCases.namespace(random);
          SetPolicy policy = new SetPolicy(RandomCases.policy(random), true, false, false);
          DeviceAmount expected = ExhaustiveSearch.smallest(node, namespace, pod, true);
          DeviceAmount found = merged(node, namespace, pod, policy);
          verdicts[found == null ? 0 : 1]++;
          assertThat(found).as(() -> ExhaustiveSearch.describe(node, pod)).isEqualTo(expected);
        });
    if (System.getProperty("tidemark.seed") == null) {
      assertThat(verdicts[0]).as("cases without a fit").isGreaterThan(300);
      assertThat(verdicts[1]).as("cases with a fit").isGreaterThan(300);
    }
  }

  /** Exact: of all smallest plans the one with the best links, and no smaller plan is missed. */
  @Test
  void linkedDevicesEqualAnExhaustiveSearchOfOneContainer() {
    int[] choices = new int[1];
    Seeds.forAll(
        2000,
        random -> {
          NodeSnapshot node = linkedNode(random, RandomCases.node(random, "n1", 7), 4);
          PodRecord pod = RandomCases.pod(random, 0, 1, 0, 4);
          if (!pod.asks()) {
            return;
          }
          List<List<List<DeviceShare>>> smallest =
              ExhaustiveSearch.allSmallest(node, NO_QUOTA, pod);
          NodePlan plan = plan(node, NO_QUOTA, pod, SetPolicy.LINKED);
          assertThat(plan == null).isEqualTo(smallest.isEmpty());
          if (plan == null) {
            return;
          }
          List<DeviceShare> taken = plan.allocation().shares("NVIDIA", 0);
          assertThat(smallest)
              .as(() -> ExhaustiveSearch.describe(node, pod))
              .contains(List.of(taken));
          if (taken.size() > 1) {
            choices[0] += smallest.size() > 1 ? 1 : 0;
            long most =
                smallest.stream().mapToLong(slots -> links(node, slots.get(0))).max().orElseThrow();
            assertThat(links(node, taken))
                .as(() -> ExhaustiveSearch.describe(node, pod))
                .isEqualTo(most);
          }
        });
    assertThat(System.getProperty("tidemark.seed") != null || choices[0] > 100)
        .as("cases with a choice: " + choices[0])
        .isTrue();
  }

  @Test
  void linksNeverMakeAPlanLarger() {
    Seeds.forAll(
        1500,
        random -> {
          NodeSnapshot node = linkedNode(random, RandomCases.node(random, "n1", 5), 4);
          PodRecord pod = RandomCases.pod(random, 2, 2, 1, 3);
          NamespaceSnapshot namespace = RandomCases.namespace(random);
          assertThat(merged(node, namespace, pod, SetPolicy.LINKED))
              .as(() -> ExhaustiveSearch.describe(node, pod))
              .isEqualTo(ExhaustiveSearch.smallest(node, namespace, pod));
        });
  }

  /** The bounds cut off no best set; how near growing and exchanging come to it. */
  @Test
  void theBestLinkedSetIsFoundAndAGrownOneIsSeldomWorse() {
    int[] misses = new int[1];
    Seeds.forAll(
        300,
        random -> {
          long[][] links = new long[12][12];
          for (int a = 0; a < 12; a++) {
            for (int b = 0; b < a; b++) {
              links[a][b] = 10L * (random.nextInt(16) - 2);
              links[b][a] = links[a][b];
            }
          }
          int[] open = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
          int[] grown = new GrownSet(links, new int[0], open, 5).ranks();
          assertThat(grown).doesNotHaveDuplicates().hasSize(5).isSorted();
          long best = Long.MIN_VALUE;
          for (int set = 0; set < 1 << 12; set++) {
            if (Integer.bitCount(set) == 5) {
              best = Math.max(best, sum(links, set));
            }
          }
          int set = 0;
          for (int rank : grown) {
            set |= 1 << rank;
          }
          long found = sum(links, set);
          misses[0] += found < best ? 1 : 0;
          assertThat(found).isGreaterThanOrEqualTo(best * 80 / 100);
          BestLinkedSet search = new BestLinkedSet(links, new int[0], open, 5, 50_000);
          assertThat(search.ranks()).isEqualTo(first(links, best));
          assertThat(search.steps()).isLessThan(792 * 2);
          assertThat(new BestLinkedSet(links, new int[0], open, 5, 0).ranks()).isEqualTo(grown);
        });
    assertThat(misses[0]).isLessThan(90);
  }

  /** The first set of five, in the order of ranks, with that sum. */
  private static int[] first(long[][] links, long best) {
    int[] first = null;
    for (int set = 0; set < 1 << links.length; set++) {
      if (Integer.bitCount(set) == 5 && sum(links, set) == best) {
        int[] ranks = BitSet.valueOf(new long[] {set}).stream().toArray();
        first = first == null || Arrays.compare(ranks, first) < 0 ? ranks : first;
      }
    }
    return Objects.requireNonNull(first);
  }

  private static long sum(long[][] links, int set) {
    long sum = 0;
    for (int a = 0; a < links.length; a++) {
      for (int b = 0; b < a; b++) {
        sum += (set & 1 << a) != 0 && (set & 1 << b) != 0 ? links[a][b] : 0;
      }
    }
    return sum;
  }

  /** The node with random links of so many kinds. */
  private static NodeSnapshot linkedNode(Random random, NodeSnapshot node, int kinds) {
    NodeRecord record = Objects.requireNonNull(node.node());
    FamilyInventory inventory = Objects.requireNonNull(record.inventories().get("NVIDIA"));
    int size = inventory.devices().size();
    int[][] scores = new int[size][size];
    Map<DeviceId, DeviceAmount> used = new LinkedHashMap<>();
    for (int a = 0; a < size; a++) {
      used.put(inventory.devices().get(a).id(), node.used(a));
      for (int b = 0; b < a; b++) {
        scores[a][b] = 50 * random.nextInt(kinds);
      }
    }
    FamilyInventory linked =
        new FamilyInventory(
            "NVIDIA",
            inventory.devices(),
            inventory.handshake(),
            null,
            inventory.cordoned(),
            PairScores.of(scores),
            null);
    NodeRecord with = new NodeRecord(node.name(), "uid", 1, Map.of("NVIDIA", linked), List.of());
    return new NodeSnapshot(node.name(), with, used, Map.of(), List.of(), List.of());
  }

  private static long links(NodeSnapshot node, List<DeviceShare> shares) {
    PairScores scores = Objects.requireNonNull(node.inventory("NVIDIA")).pairScores();
    List<Integer> places = new ArrayList<>();
    for (DeviceShare share : shares) {
      places.add(node.indexOf(new DeviceId("NVIDIA", share.uuid())));
    }
    long sum = 0;
    for (int i = 0; i < places.size(); i++) {
      for (int j = 0; j < i; j++) {
        sum += scores.of(places.get(i), places.get(j));
      }
    }
    return sum;
  }

  static @Nullable DeviceAmount merged(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod, PlacementPolicy policy) {
    NodePlan plan = plan(node, namespace, pod, policy);
    return plan == null ? null : plan.merged();
  }

  private static @Nullable NodePlan plan(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod, PlacementPolicy policy) {
    ClusterSnapshot snapshot =
        ClusterSnapshot.empty(ClusterId.LIVE).withNode(node).withNamespace(namespace);
    PlanReply reply =
        new FitPlanner(Families.BUNDLED).plan(new Plan(Cluster.NOW, snapshot, pod, policy, null));
    return reply.plans().isEmpty() ? null : reply.plans().get(0);
  }
}
