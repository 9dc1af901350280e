package io.tidemark.api.placement;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanCheckTest {
  private static final PlanCheck CHECK = new PlanCheck(Families.BUNDLED);
  private static final Instant NOW = Instant.parse("2030-01-31T12:00:00Z");
  private static final NamespaceSnapshot NO_QUOTA = NamespaceSnapshot.empty("default");

  private static Nodes n1() {
    return aNode("n1").card("GPU-a", 24000, 100, 10, 0).card("GPU-b", 24000, 100, 10, 1);
  }

  private static NodeSnapshot with(String uuid, DeviceAmount used) {
    NodeRecord node = n1().read();
    return new NodeSnapshot(
        "n1", node, Map.of(new DeviceId("NVIDIA", uuid), used), Map.of(), List.of(), List.of());
  }

  private static Optional<String> check(NodeSnapshot node, Pods pod, String text) throws Exception {
    return check(node, NO_QUOTA, pod, text);
  }

  /** The code and the words of the refusal. */
  private static Optional<String> check(
      NodeSnapshot node, NamespaceSnapshot namespace, Pods pod, String text) throws Exception {
    PodRecord record = pod.read();
    List<Boolean> all = record.containers().stream().map(container -> true).toList();
    PodAllocation allocation =
        new PodAllocation(Map.of("NVIDIA", AllocationCodec.decode(text, all)));
    return CHECK
        .refusal(node, namespace, record, allocation, NOW)
        .map(refusal -> refusal.code() + " | " + refusal.container() + " | " + refusal.detail());
  }

  /** Another pod may have come onto the device after the plan was made. */
  @Test
  void aPodThatWantsIdleDevicesSharesNone() throws Exception {
    PodRecord pod = aPod("p").init(gpu("i", 100)).app(gpu("a", 100)).app(gpu("b", 100)).read();
    PodAllocation apart =
        allocation("GPU-a,NVIDIA,100,0:;GPU-a,NVIDIA,100,0:;GPU-b,NVIDIA,100,0:;");
    PodAllocation shared =
        allocation("GPU-a,NVIDIA,100,0:;GPU-a,NVIDIA,100,0:;GPU-a,NVIDIA,100,0:;");
    NodeSnapshot inUse = with("GPU-b", new DeviceAmount(1, 1, 0));

    assertThat(CHECK.refusal(n1().snapshot(), NO_QUOTA, pod, apart, true, NOW)).isEmpty();
    assertThat(CHECK.refusal(inUse, NO_QUOTA, pod, apart, false, NOW)).isEmpty();
    assertThat(CHECK.refusal(inUse, NO_QUOTA, pod, apart, true, NOW))
        .hasValueSatisfying(
            refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.EXCLUSIVE_DEVICE_CONFLICT));
    assertThat(CHECK.refusal(n1().snapshot(), NO_QUOTA, pod, shared, true, NOW))
        .hasValueSatisfying(refusal -> assertThat(refusal.container()).isEqualTo("b"));
  }

  private static PodAllocation allocation(String text) throws Exception {
    return new PodAllocation(
        Map.of("NVIDIA", AllocationCodec.decode(text, List.of(true, true, true))));
  }

  @Test
  void aPlanThatFitsHolds() throws Exception {
    assertThat(
            check(
                n1().snapshot(),
                aPod("p").init(gpu("i", 20000)).app(gpu("a", 24000)),
                "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,24000,0:;"))
        .isEmpty();
  }

  @Test
  void initContainersAndAppsShareACardOneAfterTheOther() throws Exception {
    Pods pod = aPod("p").init(gpu("i", 20000)).app(gpu("a", 12000)).app(gpu("b", 12000));

    assertThat(
            check(
                n1().snapshot(),
                pod,
                "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,12000,0:;GPU-a,NVIDIA,12000,0:;"))
        .isEmpty();
  }

  @Test
  void containersOfOneStepAddUp() throws Exception {
    assertThat(
            check(
                n1().snapshot(),
                aPod("p").app(gpu("a", 13000)).app(gpu("b", 13000)),
                "GPU-a,NVIDIA,13000,0:;GPU-a,NVIDIA,13000,0:;"))
        .contains("CardInsufficientMemory | b | container b: device GPU-a: CardInsufficientMemory");
  }

  @Test
  void anInitContainerStandsBesideTheSidecarsBeforeItAlone() throws Exception {
    Pods before = aPod("p").sidecar(gpu("s", 5000)).init(gpu("i", 20000)).app(gpu("a", 1000));
    Pods after = aPod("p").init(gpu("i", 20000)).sidecar(gpu("s", 5000)).app(gpu("a", 1000));

    assertThat(
            check(
                n1().snapshot(),
                before,
                "GPU-a,NVIDIA,5000,0:;GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,1000,0:;"))
        .contains("CardInsufficientMemory | i | container i: device GPU-a: CardInsufficientMemory");
    assertThat(
            check(
                n1().snapshot(),
                after,
                "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,5000,0:;GPU-a,NVIDIA,1000,0:;"))
        .isEmpty();
  }

  @Test
  void whatOtherPodsHoldIsNotFree() throws Exception {
    Pods pod = aPod("p").app(gpu("a", 10000));
    String text = "GPU-a,NVIDIA,10000,0:;";

    assertThat(check(with("GPU-a", new DeviceAmount(1, 14000, 0)), pod, text)).isEmpty();
    assertThat(
            check(
                with("GPU-a", new DeviceAmount(1, 14001, 0)), aPod("p").app(gpu("a", 10000)), text))
        .contains("CardInsufficientMemory | a | container a: device GPU-a: CardInsufficientMemory");
  }

  @Test
  void anExclusiveContainerNeedsItsCardAloneForItsStep() throws Exception {
    String text = "GPU-a,NVIDIA,1000,100:;GPU-a,NVIDIA,1000,50:;";

    assertThat(
            check(
                n1().snapshot(), aPod("p").init(gpu("i", 1000, 100)).app(gpu("a", 1000, 50)), text))
        .isEmpty();
    assertThat(
            check(
                with("GPU-a", new DeviceAmount(1, 1, 0)),
                aPod("p").init(gpu("i", 1000, 100)).app(gpu("a", 1000, 50)),
                text))
        .contains(
            "ExclusiveDeviceAllocateConflict | i | container i: device GPU-a:"
                + " ExclusiveDeviceAllocateConflict");
  }

  @Test
  void aDeviceThatTheNodeNoLongerRegistersEndsThePlan() throws Exception {
    assertThat(check(n1().snapshot(), aPod("p").app(gpu("a", 10)), "GPU-x,NVIDIA,10,0:;"))
        .contains("NodeInsufficientDevice | a | container a: device GPU-x is not registered");
  }

  @Test
  void aDeviceThatWasCordonedSinceEndsThePlan() throws Exception {
    assertThat(
            check(
                n1().annotation("hami.io/device-cordon", "GPU-a").snapshot(),
                aPod("p").app(gpu("a", 10)),
                "GPU-a,NVIDIA,10,0:;"))
        .contains("CardCordoned | a | container a: device GPU-a: CardCordoned");
  }

  @Test
  void aCardThatChangedItsSizeEndsAPlanByPercent() throws Exception {
    assertThat(
            check(
                n1().snapshot(),
                aPod("p").app(aContainer("a").gpus(1).memoryPercent(50)),
                "GPU-a,NVIDIA,10000,0:;"))
        .contains(
            "AllocatedCardsInsufficientRequest | a | container a: the share of device GPU-a is not"
                + " what the container asks");
  }

  @Test
  void everyContainerNeedsAsManyDistinctDevicesAsItAsks() throws Exception {
    assertThat(
            check(
                n1().snapshot(),
                aPod("p").app(aContainer("a").gpus(2).memory(10)),
                "GPU-a,NVIDIA,10,0:GPU-a,NVIDIA,10,0:;"))
        .contains("AllocatedCardsInsufficientRequest | a | container a: got 1 of 2 devices");
    assertThat(check(n1().snapshot(), aPod("p").app(gpu("a", 10)), ";"))
        .contains("AllocatedCardsInsufficientRequest | a | container a: got 0 of 1 devices");
  }

  @Test
  void aContainerThatAsksForNothingGetsNothing() throws Exception {
    assertThat(
            check(
                n1().snapshot(),
                aPod("p").init(aContainer("i")).app(gpu("a", 10)),
                "GPU-a,NVIDIA,10,0:;GPU-a,NVIDIA,10,0:;"))
        .contains(
            "AllocatedCardsInsufficientRequest | i | container i: got NVIDIA devices and asks for"
                + " none");
  }

  @Test
  void numaBindKeepsAContainerOnOneNumaNodeAlsoBelowZero() throws Exception {
    Pods pod =
        aPod("p")
            .app(aContainer("a").gpus(2).memory(10))
            .annotation("nvidia.com/numa-bind", "true");
    NodeSnapshot node =
        aNode("n1").card("GPU-a", 100, 100, 10, -1).card("GPU-b", 100, 100, 10, 0).snapshot();

    assertThat(check(node, pod, "GPU-a,NVIDIA,10,0:GPU-b,NVIDIA,10,0:;"))
        .contains("NumaNotFit | a | container a: device GPU-b: NumaNotFit");
  }

  @Test
  void theQuotaIsCheckedWithTheFootprintAtTheStart() throws Exception {
    NamespaceSnapshot namespace =
        new NamespaceSnapshot(
            "default",
            Map.of(),
            List.of(
                new QuotaSnapshot(
                    Quotas.aQuota("q").hard("limits.nvidia.com/gpumem", "20000").read(),
                    Map.of())));
    String text = "GPU-a,NVIDIA,%s,0:;GPU-b,NVIDIA,10000,0:;";

    assertThat(
            check(
                n1().snapshot(),
                namespace,
                aPod("p").init(gpu("i", 20000)).app(gpu("a", 10000)),
                text.formatted(20000)))
        .isEmpty();
    assertThat(
            check(
                n1().snapshot(),
                namespace,
                aPod("p").init(gpu("i", 20001)).app(gpu("a", 10000)),
                text.formatted(20001)))
        .contains(
            "ResourceQuotaNotFit |  | quota default/q: limits.nvidia.com/gpumem needs 20001, used"
                + " 0, limit 20000");
  }

  @Test
  void theNodeAsAWholeIsLookedAtFirst() throws Exception {
    assertThat(check(aNode("n1").snapshot(), aPod("p").app(gpu("a", 10)), "GPU-a,NVIDIA,10,0:;"))
        .contains("node unregistered |  | registers no NVIDIA device");
  }
}
