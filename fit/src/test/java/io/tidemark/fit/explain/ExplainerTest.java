package io.tidemark.fit.explain;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.Explanation.DeviceState;
import io.tidemark.api.bus.Explanation.Holder;
import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.fit.Cluster;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What blocks a pod, who holds it, and when it fits. */
class ExplainerTest {
  private static Explanation explain(Cluster cluster, Pods pod) {
    return new Explainer(cluster.families(), cluster.mode())
        .explain(
            new Explain(
                Cluster.NOW,
                cluster.snapshot(),
                pod.read(cluster.families()),
                cluster.policy(),
                null));
  }

  private static Nodes node(String name, String uuid, int mib) {
    return aNode(name).card(uuid, mib);
  }

  /** A pod whose init container holds more than its app, on one card. */
  private static Pods train(String name, String node, String uuid, int init, int app) {
    return aPod(name)
        .init(gpu("prepare", init))
        .app(gpu("main", app))
        .boundTo(node, uuid + ",NVIDIA," + init + ",0:;" + uuid + ",NVIDIA," + app + ",0:;");
  }

  private static Pods holder(String name, String node, String uuid, int mib, int cores) {
    return aPod(name)
        .app(gpu("main", mib, cores))
        .boundTo(node, uuid + ",NVIDIA," + mib + "," + cores + ":;");
  }

  @Nested
  class SingleReleases {
    @Test
    void anInitContainerThatFinishesIsNamedWithTheRoomItMakes() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-3", 24576))
              .with(
                  train("team-a/train", "n1", "GPU-3", 20480, 10240)
                      .initState("prepare", States.running()));
      Explanation explanation = explain(cluster, aPod("p").app(gpu("a", 12000)));
      assertThat(explanation.releases())
          .containsExactly(
              new Release(
                  "init container `prepare` of `team-a/train` finishes",
                  List.of("+10240 MiB on GPU-3"),
                  "n1",
                  true));
      assertThat(explanation.releases().get(0).text())
          .isEqualTo(
              "when init container `prepare` of `team-a/train` finishes: +10240 MiB on GPU-3");
    }

    @Test
    void thePodsEndIsNamedWhereItsInitContainersDoNotSuffice() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-3", 24576))
              .with(train("team-a/train", "n1", "GPU-3", 20480, 10240));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 20000))).releases())
          .extracting(Release::text)
          .containsExactly("when pod `team-a/train` ends: +20480 MiB on GPU-3, +1 slot on GPU-3");
    }

    @Test
    void initContainersComeBeforePodsThatEndAndThenByName() {
      Cluster cluster =
          Cluster.of(
                  node("n1", "GPU-1", 24000),
                  node("n2", "GPU-2", 24000),
                  node("n3", "GPU-3", 24000))
              .with(
                  train("team-z/late", "n1", "GPU-1", 20000, 1000),
                  train("team-b/early", "n2", "GPU-2", 20000, 1000),
                  holder("team-a/only-end", "n3", "GPU-3", 20000, 0));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 12000))).releases())
          .extracting(Release::event, Release::node)
          .containsExactly(
              tuple("init container `prepare` of `team-b/early` finishes", "n2"),
              tuple("init container `prepare` of `team-z/late` finishes", "n1"),
              tuple("pod `team-a/only-end` ends", "n3"));
    }

    @Test
    void ofSeveralInitContainersTheFirstOneThatSufficesIsNamed() {
      Pods pod =
          aPod("team-a/train")
              .init(gpu("fetch", 20000))
              .init(gpu("unpack", 15000))
              .init(gpu("index", 12000))
              .app(gpu("main", 1000))
              .boundTo(
                  "n1",
                  "GPU-1,NVIDIA,20000,0:;GPU-1,NVIDIA,15000,0:;GPU-1,NVIDIA,12000,0:;"
                      + "GPU-1,NVIDIA,1000,0:;");
      Cluster cluster = Cluster.of(node("n1", "GPU-1", 24000)).with(pod);
      assertThat(explain(cluster, aPod("p").app(gpu("a", 10000))).releases())
          .extracting(Release::text)
          .containsExactly(
              "when init container `unpack` of `team-a/train` finishes: +8000 MiB on GPU-1");
    }

    @Test
    void coresAreNamed() {
      Pods train =
          aPod("team-a/train")
              .init(gpu("prepare", 1000, 80))
              .app(gpu("main", 1000, 50))
              .boundTo("n1", "GPU-3,NVIDIA,1000,80:;GPU-3,NVIDIA,1000,50:;");
      Cluster cluster = Cluster.of(node("n1", "GPU-3", 24576)).with(train);
      assertThat(explain(cluster, aPod("p").app(gpu("a", 1000, 40))).releases())
          .extracting(Release::text)
          .containsExactly(
              "when init container `prepare` of `team-a/train` finishes: +30 % cores on GPU-3");
    }

    @Test
    void theKubeletsDeviceIdsComeBackWhenThePodEndsOnly() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-3", 24000).allocatable("nvidia.com/gpu", "1"))
              .with(train("team-a/train", "n1", "GPU-3", 2000, 1000));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 1000))).releases())
          .extracting(Release::text)
          .containsExactly(
              "when pod `team-a/train` ends: +2000 MiB on GPU-3, +1 slot on GPU-3, "
                  + "+1 NVIDIA device id of the kubelet on n1");
    }

    @Test
    void aClosedNodeOpensWhenThePodThatClosesItEnds() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-3", 24000))
              .with(aPod("bad").app(gpu("a", 1)).boundTo("n1", "x,NVIDIA,y,z:;"));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 1000))).releases())
          .extracting(Release::event, Release::node)
          .containsExactly(tuple("pod `default/bad` ends", "n1"));
    }

    @Test
    void nothingIsPromisedWhereNoReleaseCanHelp() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-3", 24000), aNode("n2"))
              .with(train("team-a/train", "n1", "GPU-3", 2000, 1000));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 24001))).releases()).isEmpty();
    }

    @Test
    void nothingIsAwaitedWhereThePodFits() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000), node("n2", "GPU-2", 24000))
              .with(holder("other", "n1", "GPU-1", 20000, 0));
      Explanation explanation = explain(cluster, aPod("p").app(gpu("a", 12000)));
      assertThat(explanation.fits()).containsExactly("n2");
      assertThat(explanation.nodes())
          .extracting(node -> node.refusal().node())
          .containsExactly("n1");
      assertThat(explanation.releases()).isEmpty();
    }
  }

  @Nested
  class ReleaseModes {
    private Pods twoInits() {
      return aPod("team-a/train")
          .init(gpu("fetch", 20000))
          .init(gpu("prepare", 2000))
          .app(gpu("main", 1000))
          .boundTo("n1", "GPU-1,NVIDIA,20000,0:;GPU-1,NVIDIA,2000,0:;GPU-1,NVIDIA,1000,0:;");
    }

    private List<String> texts(ReleaseMode mode) {
      Cluster cluster = Cluster.of(node("n1", "GPU-1", 24000)).releasing(mode).with(twoInits());
      return explain(cluster, aPod("p").app(gpu("a", 10000))).releases().stream()
          .map(Release::text)
          .toList();
    }

    @Test
    void eachGivesBackAfterEveryInitContainer() {
      assertThat(texts(ReleaseMode.EACH))
          .containsExactly(
              "when init container `fetch` of `team-a/train` finishes: +18000 MiB on GPU-1");
    }

    @Test
    void allGivesBackAfterTheLastOne() {
      assertThat(texts(ReleaseMode.ALL))
          .containsExactly(
              "when init container `prepare` of `team-a/train` finishes: +19000 MiB on GPU-1");
    }

    @Test
    void neverGivesBackWhenThePodEnds() {
      assertThat(texts(ReleaseMode.NEVER))
          .containsExactly("when pod `team-a/train` ends: +20000 MiB on GPU-1, +1 slot on GPU-1");
    }
  }

  @Nested
  class Chains {
    @Test
    void severalEventsOnOneNodeWhereNoSingleOneSuffices() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000))
              .with(
                  train("team-a/train", "n1", "GPU-1", 12000, 2000),
                  holder("team-b/serve", "n1", "GPU-1", 10000, 0),
                  holder("team-c/small", "n1", "GPU-1", 500, 0));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 20000))).releases())
          .containsExactly(
              new Release(
                  "init container `prepare` of `team-a/train` finishes",
                  List.of("+10000 MiB on GPU-1"),
                  "n1",
                  false),
              new Release(
                  "pod `team-b/serve` ends",
                  List.of("+10000 MiB on GPU-1", "+1 slot on GPU-1"),
                  "n1",
                  true));
    }

    @Test
    void theShortestChainOfAllNodesIsTold() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000), node("n2", "GPU-2", 24000))
              .with(
                  holder("a/1", "n1", "GPU-1", 7000, 0),
                  holder("a/2", "n1", "GPU-1", 7000, 0),
                  holder("a/3", "n1", "GPU-1", 7000, 0),
                  holder("b/1", "n2", "GPU-2", 10000, 0),
                  holder("b/2", "n2", "GPU-2", 10000, 0));
      assertThat(explain(cluster, aPod("p").app(gpu("a", 20000))).releases())
          .extracting(Release::event, Release::node, Release::sufficient)
          .containsExactly(
              tuple("pod `b/1` ends", "n2", false), tuple("pod `b/2` ends", "n2", true));
    }

    @Test
    void quotaAndDevicesMayNeedOneEventEach() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000), node("n2", "GPU-2", 1000))
              .with(
                  holder("x/big", "n1", "GPU-1", 20000, 0),
                  holder("team-a/tiny", "n2", "GPU-2", 900, 0))
              .with(aQuota("team-a/gpus").hard("limits.nvidia.com/gpu", "1"));
      assertThat(explain(cluster, aPod("team-a/p").app(gpu("a", 20000))).releases())
          .extracting(Release::event, Release::node, Release::sufficient)
          .containsExactly(
              tuple("pod `team-a/tiny` ends", "n1", false), tuple("pod `x/big` ends", "n1", true));
    }
  }

  @Nested
  class Quota {
    @Test
    void aPodOfTheNamespaceOnAnotherNodeMakesRoomInTheQuota() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000), node("n2", "GPU-2", 24000))
              .with(train("team-a/train", "n2", "GPU-2", 20480, 10240))
              .with(aQuota("team-a/gpus").hard("limits.nvidia.com/gpumem", "24000"));
      Pods pod =
          aPod("team-a/p").app(gpu("a", 12000)).annotation("nvidia.com/use-gpuuuid", "GPU-1");
      Explanation explanation = explain(cluster, pod);
      assertThat(explanation.quota())
          .isEqualTo(
              "quota team-a/gpus: limits.nvidia.com/gpumem needs 12000, used 20480, limit 24000");
      assertThat(explanation.releases())
          .containsExactly(
              new Release(
                  "init container `prepare` of `team-a/train` finishes",
                  List.of("+10240 of limits.nvidia.com/gpumem in quota team-a/gpus"),
                  "n1",
                  true));
    }

    @Test
    void whatTheApiServersOwnQuotaKeepsIsSaid() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000))
              .with(
                  train("team-a/train", "n1", "GPU-1", 20480, 10240)
                      .initState("prepare", States.terminated(0)))
              .with(aQuota("team-a/gpus").hard("limits.nvidia.com/gpumem", "11000"));
      assertThat(explain(cluster, aPod("team-a/p").app(gpu("a", 1000))).quota())
          .isEqualTo(
              "quota team-a/gpus: limits.nvidia.com/gpumem needs 1000, used 10240, limit 11000; "
                  + "a ResourceQuota that the API server keeps itself goes on counting 10240 more, "
                  + "until the pods end");
    }

    @Test
    void memoryThatDependsOnTheCardIsJudgedPerNode() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000), node("n2", "GPU-2", 24000))
              .with(train("team-a/train", "n2", "GPU-2", 12000, 1000))
              .with(aQuota("team-a/gpus").hard("limits.nvidia.com/gpumem", "30000"));
      Explanation explanation = explain(cluster, aPod("team-a/p").app(aContainer("a").gpus(1)));
      assertThat(explanation.quota())
          .isEqualTo(
              "quota team-a/gpus: limits.nvidia.com/gpumem needs 24000, used 12000, limit 30000");
      assertThat(explanation.releases())
          .extracting(Release::event, Release::node)
          .containsExactly(tuple("init container `prepare` of `team-a/train` finishes", "n1"));
    }
  }

  @Nested
  class Reasons {
    @Test
    void eachDeviceShowsWhatBlocksItAndWhoHoldsIt() {
      Cluster cluster =
          Cluster.of(node("n1", "GPU-1", 24000).card("GPU-2", 24000))
              .with(
                  train("team-a/train", "n1", "GPU-1", 20000, 1000),
                  holder("team-b/serve", "n1", "GPU-1", 3000, 10),
                  holder("team-b/other", "n1", "GPU-2", 22000, 0));
      Explanation.Node node = explain(cluster, aPod("p").app(gpu("a", 12000))).nodes().get(0);
      DeviceAmount capacity = new DeviceAmount(10, 24000, 100);
      assertThat(node.refusal().code()).isEqualTo(RefusalCode.CARD_INSUFFICIENT_MEMORY);
      assertThat(node.devices())
          .containsExactly(
              new DeviceState(
                  new DeviceId("NVIDIA", "GPU-1"),
                  capacity,
                  new DeviceAmount(8, 1000, 90),
                  new DeviceAmount(1, 12000, 0),
                  RefusalCode.CARD_INSUFFICIENT_MEMORY,
                  List.of(
                      new Holder(new PodKey("team-a", "train"), new DeviceAmount(1, 20000, 0)),
                      new Holder(new PodKey("team-b", "serve"), new DeviceAmount(1, 3000, 10)))),
              new DeviceState(
                  new DeviceId("NVIDIA", "GPU-2"),
                  capacity,
                  new DeviceAmount(9, 2000, 100),
                  new DeviceAmount(1, 12000, 0),
                  RefusalCode.CARD_INSUFFICIENT_MEMORY,
                  List.of(
                      new Holder(new PodKey("team-b", "other"), new DeviceAmount(1, 22000, 0)))));
    }

    @Test
    void theStepsAreToldWithTheLargestOneMarked() {
      Pods pod =
          aPod("p")
              .init(aContainer("plain"))
              .sidecar(gpu("proxy", 1000))
              .init(aContainer("prepare").gpus(2).memory(9000).cores(30))
              .app(gpu("a", 4000, 20))
              .app(aContainer("b").gpus(1).memoryPercent(25));
      assertThat(explain(Cluster.of(node("n1", "GPU-1", 8000)), pod).needs())
          .containsExactly(
              "init container `prepare` beside sidecar `proxy`: "
                  + "3 NVIDIA devices, 19000 MiB, 60 % cores (peak)",
              "containers `a`, `b` beside sidecar `proxy`: 3 NVIDIA devices, "
                  + "5000 MiB and 25 % of the memory of 1 card, 20 % cores");
    }

    @Test
    void anUnknownCandidateIsExplainedToo() {
      Cluster cluster = Cluster.of(node("n1", "GPU-1", 8000));
      Explanation explanation =
          new Explainer(cluster.families(), ReleaseMode.EACH)
              .explain(
                  new Explain(
                      Cluster.NOW,
                      cluster.snapshot(),
                      aPod("p").app(gpu("a", 9000)).read(),
                      cluster.policy(),
                      List.of("n7", "n1")));
      assertThat(explanation.nodes())
          .extracting(node -> node.refusal().node(), node -> node.refusal().code())
          .containsExactly(
              tuple("n7", RefusalCode.NODE_UNREGISTERED),
              tuple("n1", RefusalCode.CARD_INSUFFICIENT_MEMORY));
    }
  }
}
