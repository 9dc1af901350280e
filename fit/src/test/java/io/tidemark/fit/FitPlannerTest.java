package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.fit.Cluster.uuids;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.PlacementPolicy.NumaOrder;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a pod goes, rule by rule. */
class FitPlannerTest {
  private static Nodes node1() {
    return aNode("n1").card("GPU-a", 24000);
  }

  private static Nodes node2() {
    return aNode("n1").card("GPU-a", 24000).card("GPU-b", 24000);
  }

  /** A pod of another team that holds that much of a card. */
  private static Pods holder(String name, String node, String uuid, int mib, int cores) {
    return aPod(name)
        .app(gpu("main", mib, cores))
        .boundTo(node, uuid + ",NVIDIA," + mib + "," + cores + ":;");
  }

  @Nested
  class Reuse {
    @Test
    void anInitContainerTakesTheCardThatTheAppTakesAnyway() {
      NodePlan plan =
          Cluster.of(node2()).planned(aPod("p").init(gpu("i", 20000)).app(gpu("a", 10000)));
      assertThat(uuids(plan)).isEqualTo("GPU-a;GPU-a");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(1, 20000, 0));
    }

    @Test
    void aCardThatTakesBothComesBeforeOneThatThePolicyLikesBetterForOne() {
      // Binpack alone would put the app on GPU-a, where the init container has no room.
      Cluster cluster =
          Cluster.of(node2())
              .with(holder("other", "n1", "GPU-a", 12000, 0))
              .preferring(FillPolicy.BINPACK);
      NodePlan plan = cluster.planned(aPod("p").init(gpu("i", 20000)).app(gpu("a", 10000)));
      assertThat(uuids(plan)).isEqualTo("GPU-b;GPU-b");
    }

    @Test
    void initAndAppGoToTwoCardsWhereNoneTakesBoth() {
      Cluster cluster =
          Cluster.of(node2())
              .with(holder("m", "n1", "GPU-a", 10000, 0), holder("c", "n1", "GPU-b", 1000, 90));
      NodePlan plan = cluster.planned(aPod("p").init(gpu("i", 20000)).app(gpu("a", 1000, 60)));
      assertThat(uuids(plan)).isEqualTo("GPU-b;GPU-a");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(2, 21000, 60));
    }

    @Test
    void severalInitContainersReuseTheCardsOfSeveralApps() {
      NodePlan plan =
          Cluster.of(node2().card("GPU-c", 24000))
              .planned(
                  aPod("p")
                      .init(aContainer("i1").gpus(2).memory(9000))
                      .init(gpu("i2", 20000))
                      .app(gpu("a", 20000))
                      .app(gpu("b", 10000)));
      assertThat(uuids(plan)).isEqualTo("GPU-a+GPU-b;GPU-a;GPU-a;GPU-b");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(2, 30000, 0));
    }

    @Test
    void threeInitContainersShareOneCard() {
      // HAMi#1942
      NodePlan plan =
          Cluster.of(aNode("n1").card("GPU-a", 16000))
              .planned(
                  aPod("p")
                      .init(gpu("i1", 10000))
                      .init(gpu("i2", 10000))
                      .init(gpu("i3", 10000))
                      .app(aContainer("a")));
      assertThat(uuids(plan)).isEqualTo("GPU-a;GPU-a;GPU-a;-");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(1, 10000, 0));
    }

    @Test
    void theRecordLetsInitAndAppShareAUuid() {
      // kubernetes#56022: the kubelet hands an init container's devices on to the apps.
      NodePlan plan =
          Cluster.of(node1())
              .planned(aPod("p").init(gpu("i", 24000, 100)).app(gpu("a", 24000, 100)));
      assertThat(uuids(plan)).isEqualTo("GPU-a;GPU-a");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(1, 24000, 100));
    }

    @Test
    void theSmallerFootprintComesBeforeThePolicy() {
      Cluster cluster = Cluster.of(aNode("n1").card("GPU-a", 24000).card("GPU-b", 16000));
      assertThat(uuids(cluster.planned(aPod("p").app(aContainer("a").gpus(1).memoryPercent(50)))))
          .isEqualTo("GPU-b");
    }

    @Test
    void twoSmallCardsComeBeforeALargeOneThatTakesBoth() {
      Cluster cluster =
          Cluster.of(aNode("n1").card("GPU-c", 40000).card("GPU-a", 10000).card("GPU-b", 10000))
              .with(holder("c", "n1", "GPU-a", 10, 75), holder("m", "n1", "GPU-b", 6000, 0));
      NodePlan plan =
          cluster.planned(
              aPod("p")
                  .init(aContainer("i").gpus(1).memoryPercent(90).cores(10))
                  .app(aContainer("a").gpus(1).memoryPercent(30).cores(50)));
      assertThat(uuids(plan)).isEqualTo("GPU-a;GPU-b");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(2, 12000, 60));
    }
  }

  @Nested
  class Steps {
    @Test
    void aSidecarCountsBesideTheInitContainersAfterItOnly() {
      // KAI-Scheduler#1556; adding every sidecar to every init container would need 25000.
      NodePlan plan =
          Cluster.of(node1())
              .planned(
                  aPod("p")
                      .sidecar(gpu("s1", 2000))
                      .init(gpu("i1", 20000))
                      .sidecar(gpu("s2", 3000))
                      .app(gpu("app", 10000)));
      assertThat(plan.merged().memoryMiB()).isEqualTo(22000);
      NodePlan initFirst =
          Cluster.of(node1())
              .planned(
                  aPod("p")
                      .init(gpu("i1", 20000))
                      .sidecar(gpu("s1", 2000))
                      .sidecar(gpu("s2", 3000))
                      .app(gpu("app", 10000)));
      assertThat(initFirst.merged().memoryMiB()).isEqualTo(20000);
    }

    @Test
    void appsAndSidecarsAddUp() {
      assertThat(
              Cluster.of(node1())
                  .plan(aPod("p").sidecar(gpu("s", 20000)).app(gpu("a", 20000)))
                  .plans())
          .isEmpty();
    }

    @Test
    void eachContainerOfAStepTakesASlot() {
      // HAMi#2622
      Cluster cluster = Cluster.of(aNode("n1").card("GPU-a", 24000, 100, 2, 0));
      Pods p1 = aPod("p1").init(gpu("i", 500)).app(gpu("a", 1000)).app(gpu("b", 1000));
      assertThat(cluster.planned(p1).merged().slots()).isEqualTo(2);
      Pods three = aPod("p3").app(gpu("a", 1000)).app(gpu("b", 1000)).app(gpu("c", 1000));
      assertThat(cluster.plan(three).plans()).isEmpty();
    }

    @Test
    void anExclusiveContainerIsAloneOnItsCardForItsStepsOnly() {
      Pods pod = aPod("p").init(gpu("i", 1000, 100)).app(gpu("a", 1000, 50)).app(gpu("b", 1000));
      assertThat(uuids(Cluster.of(node1()).planned(pod))).isEqualTo("GPU-a;GPU-a;GPU-a");
      Cluster shared = Cluster.of(node1()).with(holder("other", "n1", "GPU-a", 10, 0));
      assertThat(shared.plan(aPod("p").init(gpu("i", 1000, 100)).app(gpu("a", 1000, 50))).plans())
          .isEmpty();
    }

    @Test
    void twoExclusiveAppsNeedTwoCards() {
      Pods pod = aPod("p").app(gpu("a", 1000, 100)).app(gpu("b", 1000, 100));
      assertThat(uuids(Cluster.of(node2()).preferring(FillPolicy.BINPACK).planned(pod)))
          .isEqualTo("GPU-a;GPU-b");
    }

    @Test
    void aSharingPodDoesNotLandOnAnExclusiveCardOnceTheInitContainerEnded() {
      // HAMi#2965
      Pods exclusive =
          aPod("a")
              .init(aContainer("i"))
              .app(gpu("app", 24000, 100))
              .boundTo("n1", ";GPU-a,NVIDIA,24000,100:;");
      Cluster cluster = Cluster.of(node2()).with(exclusive);
      Pods sharing = aPod("b").init(aContainer("i")).app(gpu("app", 20000, 22));
      assertThat(uuids(cluster.planned(sharing))).isEqualTo("-;GPU-b");
    }
  }

  @Nested
  class Devices {
    @Test
    void askingForTwoGetsTwoDistinctOnes() {
      assertThat(uuids(Cluster.of(node2()).planned(aPod("p").app(aContainer("a").gpus(2)))))
          .isEqualTo("GPU-a+GPU-b");
    }

    @Test
    void aPercentageIsOfEachCardsOwnMemory() {
      // volcano#4713
      NodePlan plan =
          Cluster.of(aNode("n1").card("GPU-a", 24000).card("GPU-b", 22000))
              .planned(
                  aPod("p")
                      .init(aContainer("i").gpus(2).memoryPercent(100))
                      .app(aContainer("app").gpus(2).memoryPercent(50)));
      assertThat(plan.allocation().slotsByFamily().get("NVIDIA"))
          .containsExactly(
              List.of(new DeviceShare("GPU-a", 24000, 0), new DeviceShare("GPU-b", 22000, 0)),
              List.of(new DeviceShare("GPU-a", 12000, 0), new DeviceShare("GPU-b", 11000, 0)));
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(2, 46000, 0));
    }

    @Test
    void aContainerWithoutDevicesKeepsItsEmptySlot() {
      // HAMi#2899
      Pods leading =
          aPod("p").init(aContainer("prep")).app(gpu("c1", 2500, 25)).app(gpu("c2", 2500, 25));
      NodePlan plan = Cluster.of(node2()).planned(leading);
      assertThat(uuids(plan)).isEqualTo("-;GPU-a;GPU-b");
      assertThat(plan.merged()).isEqualTo(new DeviceAmount(2, 5000, 50));
      Pods between = aPod("p").app(gpu("c1", 2500)).app(aContainer("none")).app(gpu("c2", 2500));
      assertThat(uuids(Cluster.of(node2()).planned(between))).isEqualTo("GPU-a;-;GPU-b");
    }

    @Test
    void eachFamilyThatThePodAsksForGetsItsSlotsAndNoOther() {
      Nodes both =
          node1()
              .annotation("acme.example/node-npu-register", "NPU-0,4,8000,100,ACME-1,0,true:")
              .allocatable("acme.example/npu", "4");
      Pods pod =
          aPod("p")
              .init(aContainer("i").limit("acme.example/npu", "1"))
              .app(
                  gpu("a", 1000)
                      .limit("acme.example/npu", "1")
                      .limit("acme.example/npu-memory", "500"));
      NodePlan plan = Cluster.of(Families.WITH_ACME, both).planned(pod);
      assertThat(uuids(plan.allocation(), "NVIDIA")).isEqualTo("-;GPU-a");
      assertThat(uuids(plan.allocation(), "ACME")).isEqualTo("NPU-0;NPU-0");
      assertThat(
              Cluster.of(Families.WITH_ACME, node1())
                  .planned(aPod("q").app(gpu("a", 1000)))
                  .allocation()
                  .slotsByFamily())
          .containsOnlyKeys("NVIDIA");
    }

    @Test
    void anOverFullCardTakesNothing() {
      Cluster cluster =
          Cluster.of(aNode("n1").card("GPU-a", 8000)).with(holder("old", "n1", "GPU-a", 10000, 0));
      assertThat(cluster.plan(aPod("p").app(gpu("a", 1))).plans()).isEmpty();
    }

    @Test
    void anUnhealthyOrCordonedOrExcludedCardIsNotGiven() {
      Device sick =
          new Device(
              new DeviceId("NVIDIA", "GPU-sick"), 5, "NVIDIA-Y", 24000, 100, 10, 0, false, "");
      Nodes nodes =
          node2().card("GPU-c", 24000).card(sick).annotation("hami.io/device-cordon", "GPU-a");
      assertThat(uuids(Cluster.of(nodes).planned(aPod("p").app(gpu("a", 1000)))))
          .isEqualTo("GPU-b");
      assertThat(
              uuids(
                  Cluster.of(node2())
                      .planned(
                          aPod("p")
                              .annotation("nvidia.com/nouse-gpuuuid", "GPU-a")
                              .init(gpu("i", 1000))
                              .app(gpu("a", 1000)))))
          .isEqualTo("GPU-b;GPU-b");
      assertThat(
              Cluster.of(node2())
                  .plan(aPod("p").annotation("nvidia.com/use-gputype", "H100").app(gpu("a", 1)))
                  .plans())
          .isEmpty();
    }
  }

  @Nested
  class Preference {
    @Test
    void thePolicySeesThePodsOwnEarlierPicks() {
      Pods pod = aPod("p").app(gpu("a", 1000)).app(gpu("b", 1000)).app(gpu("c", 1000));
      Cluster cluster = Cluster.of(node2());
      assertThat(uuids(cluster.planned(pod))).isEqualTo("GPU-a;GPU-b;GPU-a");
      Pods again = aPod("p").app(gpu("a", 1000)).app(gpu("b", 1000)).app(gpu("c", 1000));
      assertThat(uuids(cluster.preferring(FillPolicy.BINPACK).planned(again)))
          .isEqualTo("GPU-a;GPU-a;GPU-a");
    }

    @Test
    void thePolicyChoosesAmongCardsThatFit() {
      Cluster cluster = Cluster.of(node2()).with(holder("other", "n1", "GPU-b", 6000, 0));
      assertThat(uuids(cluster.planned(aPod("p").app(gpu("a", 1000))))).isEqualTo("GPU-a");
      assertThat(
              uuids(cluster.preferring(FillPolicy.BINPACK).planned(aPod("p").app(gpu("a", 1000)))))
          .isEqualTo("GPU-b");
    }

    @ParameterizedTest
    @EnumSource(NumaOrder.class)
    void numaNodesComeBeforeTheScoreWhereThePolicySaysSo(NumaOrder order) {
      Nodes nodes =
          aNode("n1")
              .card("GPU-0", 24000, 100, 10, 0)
              .card("GPU-1", 24000, 100, 10, 1)
              .card("GPU-2", 24000, 100, 10, 1)
              .card("GPU-3", 24000, 100, 10, 2);
      Cluster cluster =
          Cluster.of(nodes)
              .with(
                  holder("a", "n1", "GPU-0", 3000, 0),
                  holder("b", "n1", "GPU-1", 1000, 0),
                  holder("c", "n1", "GPU-2", 1000, 0),
                  holder("d", "n1", "GPU-3", 2000, 0))
              .preferring(new FillPolicy(false, order));
      String expected =
          switch (order) {
            case IGNORED, TIE_BREAK -> "GPU-1";
            case LOWEST_FIRST -> "GPU-0";
            case HIGHEST_FIRST -> "GPU-3";
          };
      assertThat(uuids(cluster.planned(aPod("p").app(gpu("a", 1000))))).isEqualTo(expected);
      assertThat(
              uuids(
                  cluster.planned(
                      aPod("p").init(gpu("i", 1)).init(gpu("j", 1)).app(gpu("a", 1000)))))
          .isEqualTo(expected + ";" + expected + ";" + expected);
    }

    @Test
    void equalCardsGoByHighestNumaNodeThenLowestIndex() {
      Nodes nodes =
          aNode("n1")
              .card("GPU-0", 24000, 100, 10, 0)
              .card("GPU-1", 24000, 100, 10, 1)
              .card("GPU-2", 24000, 100, 10, 1);
      assertThat(uuids(Cluster.of(nodes).planned(aPod("p").app(gpu("a", 1000)))))
          .isEqualTo("GPU-1");
    }
  }

  @Nested
  class NumaBind {
    private Pods pair() {
      return aPod("p")
          .annotation("nvidia.com/numa-bind", "true")
          .app(aContainer("a").gpus(2).memory(20000));
    }

    @Test
    void allCardsOfAContainerStandOnOneNumaNodeWhicheverItIs() {
      // HAMi keeps only the last NUMA node that it looked at, and misses this fit.
      Nodes nodes =
          aNode("n1")
              .card("GPU-0", 24000, 100, 10, 0)
              .card("GPU-1", 24000, 100, 10, 1)
              .card("GPU-2", 24000, 100, 10, 1)
              .card("GPU-3", 24000, 100, 10, 2);
      for (NumaOrder order : NumaOrder.values()) {
        Cluster cluster = Cluster.of(nodes).preferring(new FillPolicy(false, order));
        assertThat(uuids(cluster.planned(pair()))).isEqualTo("GPU-1+GPU-2");
      }
    }

    @Test
    void twoContainersMayStandOnTwoNumaNodes() {
      Nodes nodes =
          aNode("n1")
              .card("GPU-0", 24000, 100, 10, 0)
              .card("GPU-1", 24000, 100, 10, 0)
              .card("GPU-2", 24000, 100, 10, 1)
              .card("GPU-3", 24000, 100, 10, 1);
      Pods two = pair().app(aContainer("b").gpus(2).memory(20000));
      assertThat(uuids(Cluster.of(nodes).planned(two))).isEqualTo("GPU-2+GPU-3;GPU-0+GPU-1");
    }
  }

  @Nested
  class Candidates {
    private final Cluster cluster =
        Cluster.of(
            aNode("n2").card("GPU-2", 24000),
            aNode("n1").card("GPU-1", 24000),
            aNode("n3").card("GPU-3", 1000));

    @Test
    void plansComeInTheOrderOfTheCandidates() {
      assertThat(cluster.plan(aPod("p").app(gpu("a", 2000)), List.of("n2", "n3", "n1")).plans())
          .extracting(plan -> plan.node().name())
          .containsExactly("n2", "n1");
    }

    @Test
    void withoutCandidatesAllNodesAreLookedAtByName() {
      assertThat(cluster.plan(aPod("p").app(gpu("a", 500))).plans())
          .extracting(plan -> plan.node().name())
          .containsExactly("n1", "n2", "n3");
    }

    @Test
    void aPodIsNotCutUpOverNodes() {
      Pods pod = aPod("p").app(gpu("a", 20000, 60)).app(gpu("b", 4000, 60));
      assertThat(cluster.plan(pod).plans()).isEmpty();
    }

    @Test
    void noCandidateIsNoPlanAndNoRefusal() {
      assertThat(cluster.plan(aPod("p").app(gpu("a", 500)), List.of()).plans()).isEmpty();
      assertThat(cluster.plan(aPod("p").app(gpu("a", 500)), List.of()).refusals()).isEmpty();
    }
  }
}
