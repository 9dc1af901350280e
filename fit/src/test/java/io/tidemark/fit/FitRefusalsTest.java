package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.placement.DeviceRefusal;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Why a pod goes nowhere: stable codes, need and free per device, and the numbers in words. */
class FitRefusalsTest {
  private static Pods holder(String name, String uuid, int mib, int cores) {
    return aPod("other/" + name)
        .app(gpu("main", mib, cores))
        .boundTo("n1", uuid + ",NVIDIA," + mib + "," + cores + ":;");
  }

  private static Nodes node2() {
    return aNode("n1").card("GPU-2", 24000).card("GPU-3", 24000);
  }

  @Nested
  class OfDevices {
    @Test
    void theFirstContainerWithoutAPlaceIsNamedWithNeedAndFree() {
      NodeRefusal refusal =
          Cluster.of(node2())
              .with(holder("a", "GPU-2", 16000, 10), holder("b", "GPU-3", 13760, 20))
              .refused(aPod("p").init(gpu("prepare", 20480)).app(gpu("main", 1000)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.CARD_INSUFFICIENT_MEMORY);
      assertThat(refusal.container()).isEqualTo("prepare");
      assertThat(refusal.devices())
          .containsExactly(
              new DeviceRefusal(
                  new DeviceId("NVIDIA", "GPU-2"),
                  RefusalCode.CARD_INSUFFICIENT_MEMORY,
                  new DeviceAmount(1, 20480, 0),
                  new DeviceAmount(9, 8000, 90),
                  false),
              new DeviceRefusal(
                  new DeviceId("NVIDIA", "GPU-3"),
                  RefusalCode.CARD_INSUFFICIENT_MEMORY,
                  new DeviceAmount(1, 20480, 0),
                  new DeviceAmount(9, 10240, 80),
                  false));
      assertThat(refusal.detail())
          .isEqualTo(
              "container prepare needs 20480 MiB on 1 NVIDIA device; "
                  + "the most that is free on one is 10240 MiB (GPU-3)");
      assertThat(refusal.text()).isEqualTo("2/2 CardInsufficientMemory");
      assertThat(refusal.unresolvable()).isFalse();
    }

    @Test
    void differentReasonsAreCountedAndTheMostFrequentOneIsTheCode() {
      NodeRefusal refusal =
          Cluster.of(node2().card("GPU-4", 24000).annotation("hami.io/device-cordon", "GPU-2"))
              .with(holder("b", "GPU-3", 1000, 90), holder("c", "GPU-4", 2000, 95))
              .refused(aPod("p").app(gpu("main", 1000, 20)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.CARD_INSUFFICIENT_CORE);
      assertThat(refusal.text()).isEqualTo("1/3 CardCordoned, 2/3 CardInsufficientCore");
      assertThat(refusal.detail())
          .isEqualTo(
              "container main needs 1000 MiB and 20 % cores on 1 NVIDIA device; "
                  + "1 is cordoned, 2 lack cores (at most 10 % cores (GPU-3))");
    }

    @Test
    void aCardThatWouldTakeItsPartIsNamedSo() {
      NodeRefusal refusal =
          Cluster.of(node2())
              .with(holder("a", "GPU-2", 16000, 0))
              .refused(aPod("p").app(aContainer("main").gpus(2).memory(10000)));
      assertThat(refusal.text())
          .isEqualTo("1/2 AllocatedCardsInsufficientRequest, 1/2 CardInsufficientMemory");
      assertThat(refusal.detail())
          .isEqualTo(
              "container main needs 10000 MiB on each of 2 NVIDIA devices; "
                  + "1 lacks memory (at most 8000 MiB (GPU-2)), 1 by itself would do");
    }

    @Test
    void slotsRunOut() {
      // HAMi#2622: two apps take two slots, also after the init container has ended
      Pods p1 =
          aPod("p1")
              .init(gpu("i", 500))
              .app(gpu("a", 1000))
              .app(gpu("b", 1000))
              .boundTo("n1", "GPU-a,NVIDIA,500,0:;GPU-a,NVIDIA,1000,0:;GPU-a,NVIDIA,1000,0:;");
      NodeRefusal refusal =
          Cluster.of(aNode("n1").card("GPU-a", 24000, 100, 2, 0))
              .with(p1)
              .refused(aPod("p2").app(gpu("c", 1000)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.CARD_TIME_SLICING_EXHAUSTED);
      assertThat(refusal.devices().get(0).free()).isEqualTo(new DeviceAmount(0, 22000, 100));
      assertThat(refusal.detail())
          .isEqualTo("container c needs 1000 MiB on 1 NVIDIA device; 1 has no slot left");
    }

    @Test
    void anExclusiveCardRefusesASharingPod() {
      // HAMi#2965
      Nodes node = aNode("n1").card("GPU-a", 24000);
      NodeRefusal refusal =
          Cluster.of(node)
              .with(holder("a", "GPU-a", 24000, 100))
              .refused(aPod("b").init(aContainer("i")).app(gpu("app", 20000, 22)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.CARD_INSUFFICIENT_MEMORY);
      NodeRefusal noCores =
          Cluster.of(aNode("n1").card("GPU-a", 24000))
              .with(holder("a", "GPU-a", 10, 100))
              .refused(aPod("b").app(gpu("app", 10)));
      assertThat(noCores.code()).isEqualTo(RefusalCode.CARD_COMPUTE_UNITS_EXHAUSTED);
      NodeRefusal exclusive =
          Cluster.of(aNode("n1").card("GPU-a", 24000))
              .with(holder("a", "GPU-a", 10, 0))
              .refused(aPod("b").app(gpu("app", 10, 100)));
      assertThat(exclusive.code()).isEqualTo(RefusalCode.EXCLUSIVE_DEVICE_CONFLICT);
    }

    @Test
    void fewerDevicesThanAskedForCanNeverDo() {
      // HAMi#1173
      NodeRefusal refusal =
          Cluster.of(aNode("n1").card("GPU-a", 24000))
              .refused(aPod("p").app(aContainer("a").gpus(2)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.NODE_INSUFFICIENT_DEVICE);
      assertThat(refusal.text()).isEqualTo("NodeInsufficientDevice");
      assertThat(refusal.detail()).isEqualTo("container a needs 2 NVIDIA devices; the node has 1");
      assertThat(refusal.unresolvable()).isTrue();
    }

    @Test
    void aNumaNodeThatIsTooSmallIsSaid() {
      NodeRefusal refusal =
          Cluster.of(aNode("n1").card("GPU-0", 24000, 100, 10, 0).card("GPU-1", 24000, 100, 10, 1))
              .refused(
                  aPod("p")
                      .annotation("nvidia.com/numa-bind", "true")
                      .app(aContainer("a").gpus(2).memory(1000)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.NUMA_NOT_FIT);
      assertThat(refusal.text()).isEqualTo("2/2 NumaNotFit");
      assertThat(refusal.detail())
          .isEqualTo(
              "container a needs 1000 MiB on each of 2 NVIDIA devices on one NUMA node; "
                  + "2 can take it, but too few of them are on one NUMA node");
      assertThat(refusal.unresolvable()).isTrue();
    }

    @Test
    void containersThatFitOneByOneButNotTogetherAreSaid() {
      NodeRefusal refusal =
          Cluster.of(aNode("n1").card("GPU-a", 24000))
              .refused(aPod("p").sidecar(gpu("side", 20000)).app(gpu("app", 20000)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.ALLOCATED_CARDS_INSUFFICIENT);
      assertThat(refusal.container()).isEqualTo("app");
      assertThat(refusal.devices())
          .containsExactly(
              new DeviceRefusal(
                  new DeviceId("NVIDIA", "GPU-a"),
                  RefusalCode.ALLOCATED_CARDS_INSUFFICIENT,
                  new DeviceAmount(2, 40000, 0),
                  new DeviceAmount(10, 24000, 100),
                  true));
      assertThat(refusal.detail())
          .isEqualTo(
              "container app needs 20000 MiB on 1 NVIDIA device beside the pod's other containers;"
                  + " 1 by itself would do; with what runs beside it 40000 MiB, 0 % cores, 2 slots"
                  + " would be needed on GPU-a, where 24000 MiB, 100 % cores, 10 slots are free");
      assertThat(refusal.unresolvable()).isTrue();
    }
  }

  @Nested
  class Unresolvable {
    @Test
    void aCardThatIsTooSmallEvenWhenEmpty() {
      NodeRefusal refusal =
          Cluster.of(node2())
              .with(holder("a", "GPU-2", 16000, 0))
              .refused(aPod("p").app(gpu("a", 24001)));
      assertThat(refusal.unresolvable()).isTrue();
      assertThat(refusal.devices()).allMatch(DeviceRefusal::hopeless);
    }

    @Test
    void notWhereOneCardIsTooSmallAndAnotherIsFull() {
      NodeRefusal refusal =
          Cluster.of(aNode("n1").card("GPU-2", 8000).card("GPU-3", 24000))
              .with(holder("a", "GPU-3", 16000, 0))
              .refused(aPod("p").app(gpu("a", 20000)));
      assertThat(refusal.unresolvable()).isFalse();
      assertThat(refusal.devices())
          .extracting(DeviceRefusal::hopeless)
          .containsExactly(true, false);
    }

    @Test
    void cardsThatThePodExcludes() {
      NodeRefusal byType =
          Cluster.of(node2())
              .refused(aPod("p").annotation("nvidia.com/use-gputype", "H100").app(gpu("a", 1000)));
      assertThat(byType.text()).isEqualTo("2/2 CardTypeMismatch");
      assertThat(byType.unresolvable()).isTrue();
      NodeRefusal byUuid =
          Cluster.of(node2())
              .refused(aPod("p").annotation("nvidia.com/use-gpuuuid", "GPU-9").app(gpu("a", 1000)));
      assertThat(byUuid.text()).isEqualTo("2/2 CardUuidMismatch");
      assertThat(byUuid.unresolvable()).isTrue();
    }

    @Test
    void unhealthyCards() {
      Device sick =
          new Device(new DeviceId("NVIDIA", "GPU-x"), 0, "NVIDIA-Y", 24000, 100, 10, 0, false, "");
      NodeRefusal refusal = Cluster.of(aNode("n1").card(sick)).refused(aPod("p").app(gpu("a", 1)));
      assertThat(refusal.text()).isEqualTo("1/1 CardNotHealth");
      assertThat(refusal.unresolvable()).isTrue();
    }
  }

  @Nested
  class OfNodes {
    @Test
    void aNodeWithoutDevicesOrUnknown() {
      PlanReply reply =
          Cluster.of(aNode("n1"))
              .plan(aPod("p").init(gpu("i", 1)).app(gpu("a", 1)), List.of("n1", "n9"));
      assertThat(reply.refusals())
          .extracting(NodeRefusal::node, NodeRefusal::code, NodeRefusal::text)
          .containsExactly(
              tuple("n1", RefusalCode.NODE_UNREGISTERED, "node unregistered"),
              tuple("n9", RefusalCode.NODE_UNREGISTERED, "node unregistered"));
      assertThat(reply.refusals()).allMatch(NodeRefusal::unresolvable);
    }

    @Test
    void anUnreadableRequestIsRefusedEverywhere() {
      Pods pod =
          aPod("p")
              .app(aContainer("a").limit("nvidia.com/gpu", "1").limit("nvidia.com/gpumem", "16Gi"));
      NodeRefusal refusal = Cluster.of(node2()).refused(pod);
      assertThat(refusal.code()).isEqualTo(RefusalCode.REQUEST_UNREADABLE);
      assertThat(refusal.unresolvable()).isTrue();
    }

    @Test
    void theKubeletsDeviceIdsCountInitContainersForLife() {
      Pods held =
          aPod("held")
              .init(aContainer("i").gpus(2).memory(1000))
              .app(gpu("a", 1000))
              .boundTo("n1", "GPU-2,NVIDIA,1000,0:GPU-3,NVIDIA,1000,0:;GPU-2,NVIDIA,1000,0:;")
              .initState("i", States.terminated(0));
      NodeRefusal refusal =
          Cluster.of(node2().allocatable("nvidia.com/gpu", "3"))
              .with(held)
              .refused(aPod("p").app(aContainer("a").gpus(2).memory(1)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.KUBELET_DEVICES_EXHAUSTED);
      assertThat(refusal.unresolvable()).isFalse();
    }

    @Test
    void anUnreadableAllocationClosesTheNode() {
      NodeRefusal refusal =
          Cluster.of(node2())
              .with(aPod("bad").app(gpu("a", 1)).boundTo("n1", "nonsense,NVIDIA,x,y:;"))
              .refused(aPod("p").app(gpu("a", 1)));
      assertThat(refusal.code()).isEqualTo(RefusalCode.NODE_CLOSED);
    }

    @Test
    void nothingIsRefusedWhereSomeNodeFits() {
      PlanReply reply =
          Cluster.of(aNode("n1").card("GPU-a", 1000), aNode("n2").card("GPU-b", 9000))
              .plan(aPod("p").app(gpu("a", 5000)));
      assertThat(reply.plans()).hasSize(1);
      assertThat(reply.refusals()).isEmpty();
    }
  }

  /** Thirteen apps, twelve cards, no two alike: too many assignments to try them all. */
  @Test
  void aSearchThatWouldNeverEndIsCutOff() {
    Nodes node = aNode("n1");
    Pods pod = aPod("p").app(gpu("small", 1));
    for (int i = 0; i < 12; i++) {
      node.card("GPU-" + i, 10000 + 10 * i, 100, 10, 0);
      pod.app(gpu("a" + i, 5100 + i));
    }
    pod.app(gpu("last", 5100));
    NodeRefusal refusal = Cluster.of(node).refused(pod);
    assertThat(refusal.code()).isEqualTo(RefusalCode.ALLOCATED_CARDS_INSUFFICIENT);
    assertThat(refusal.container()).isEqualTo("last");
    assertThat(refusal.unresolvable()).as("not proven").isFalse();
  }
}
