package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageChange.PodChange;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.snapshot.PodCharge.Basis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundAllocationTest {
  private static final String UID = "uid-default-p";

  private final LedgerDriver cluster = new LedgerDriver();

  @BeforeEach
  void nodeWithTwoCards() {
    cluster.see(aNode("n1").card("GPU-a", 24000).card("GPU-b", 24000));
  }

  @AfterEach
  void auditIsClean() {
    cluster.assertClean();
  }

  private static Pods pod() {
    return aPod("p").app(gpu("c", 1000));
  }

  private static Pods bound(String allocation) {
    return pod().boundTo("n1", allocation);
  }

  private ReserveReply reserveOther() {
    PodRecord other = aPod("other").app(gpu("c", 1000)).read();
    return cluster.reserve(other, "n1", "GPU-b,NVIDIA,1000,0:;");
  }

  @ParameterizedTest // HAMi#2958
  @ValueSource(
      strings = {
        "GPU-a,NVIDIA:;",
        "GPU-a,NVIDIA,abc,0:;",
        "GPU-a,NVIDIA,99999999999,0:;",
        "GPU-a,NVIDIA,-5,0:;",
        "GPU-a,NVIDIA,1000,0:;GPU-a,NVIDIA,1000,0:;"
      })
  void shouldCloseTheNodeOfAPodWhoseAllocationNeverCouldBeRead(String unreadable) {
    UsageChange seen = cluster.see(bound(unreadable).phase("Running"));

    assertThat(seen.problems()).hasSize(1);
    assertThat(seen.problems().get(0).object()).isEqualTo("Pod default/p");
    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.UNREADABLE);
    assertThat(cluster.node("n1").closedBy()).containsExactly(new PodKey("default", "p"));
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isEqualTo(1);
    assertThat(cluster.used("default")).isEqualTo(new NamespaceAmount(1, 0, 0));
    assertThat(reserveOther())
        .isInstanceOfSatisfying(
            ReserveReply.Conflict.class,
            conflict -> assertThat(conflict.reason().code()).isEqualTo(RefusalCode.NODE_CLOSED));
  }

  @Test
  void shouldOpenTheNodeOnlyWhenEveryUnreadablePodIsRepairedGoneOrEnded() {
    cluster.see(bound("x"));
    cluster.see(aPod("q").app(gpu("c", 1)).boundTo("n1", "y"));
    cluster.see(aPod("r").app(gpu("c", 1)).boundTo("n1", "z"));
    assertThat(cluster.node("n1").closedBy()).hasSize(3);

    UsageChange repaired = cluster.see(bound("GPU-a,NVIDIA,1000,0:;").version(2));
    assertThat(repaired.freesRoom()).isTrue();
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(new DeviceAmount(1, 1000, 0));
    assertThat(cluster.node("n1").closedBy()).hasSize(2);
    cluster.gone("uid-default-q");
    assertThat(cluster.node("n1").closedBy()).hasSize(1);
    cluster.see(aPod("r").app(gpu("c", 1)).boundTo("n1", "z").version(2).phase("Failed"));
    assertThat(cluster.node("n1").closedBy()).isEmpty();
    assertThat(reserveOther()).isInstanceOf(ReserveReply.Reserved.class);
  }

  @Test
  void shouldKeepTheLastGoodAllocationAndFollowProgressWhenItBecomesUnreadable() {
    cluster.see(
        aPod("p")
            .init(gpu("i", 20000))
            .app(gpu("c", 1000))
            .boundTo("n1", "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,1000,0:;"));

    UsageChange spoiled =
        cluster.see(
            aPod("p").version(2).init(gpu("i", 20000)).app(gpu("c", 1000)).boundTo("n1", "?"));

    assertThat(spoiled.pods()).isEmpty();
    assertThat(spoiled.problems()).hasSize(1);
    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.LAST_GOOD);
    assertThat(cluster.node("n1").closedBy()).isEmpty();
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(20000);

    UsageChange progress =
        cluster.see(
            aPod("p")
                .version(3)
                .init(gpu("i", 20000))
                .app(gpu("c", 1000))
                .boundTo("n1", "?")
                .initState("i", States.terminated(0)));

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(1000);
    assertThat(progress.problems()).as("reported once").isEmpty();
  }

  @Test
  void shouldTakeTheReservationOnTheSameNodeAsTheLastGoodAllocation() {
    PodRecord waiting = pod().read();
    cluster.reserve(waiting, "n1", "GPU-a,NVIDIA,1000,0:;");

    cluster.see(bound("?").version(2));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.LAST_GOOD);
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(1000);
  }

  @Test
  void shouldNotTakeTheReservationOnAnotherNodeAsGood() {
    PodRecord waiting = pod().read();
    cluster.reserve(waiting, "n1", "GPU-a,NVIDIA,1000,0:;");

    UsageChange seen = cluster.see(pod().boundTo("n2", "?").version(2));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.UNREADABLE);
    assertThat(cluster.charge(UID).node()).isEqualTo("n2");
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
    assertThat(seen.pods().get(0).cause()).isEqualTo(Cause.RESERVATION_ENDED);
    assertThat(seen.pods().get(0).node()).isEqualTo("n1");
  }

  @Test
  void shouldChargeABoundPodWithoutAllocationItsCountAndNothingOnCards() {
    UsageChange seen = cluster.see(aPod("p").app(gpu("c", 1000).gpus(2)).boundTo("n1"));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.COUNT_ONLY);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isEqualTo(2);
    assertThat(cluster.used("default")).isEqualTo(new NamespaceAmount(2, 0, 0));
    assertThat(cluster.node("n1").usedTotal()).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.node("n1").closedBy()).isEmpty();
    assertThat(seen.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.field())
                    .isEqualTo("metadata.annotations[hami.io/vgpu-devices-allocated]"));
    assertThat(seen.pods()).extracting(PodChange::cause).containsExactly(Cause.PLACED);
  }

  @ParameterizedTest
  @ValueSource(strings = {";", ";;"})
  void shouldTakeAnAllocationThatGivesNothingForAMissingOne(String nothing) {
    UsageChange seen = cluster.see(bound(nothing));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.COUNT_ONLY);
    assertThat(cluster.used("default")).isEqualTo(new NamespaceAmount(1, 0, 0));
    assertThat(seen.problems()).hasSize(1);
  }

  @Test
  void shouldReportAContainerThatAsksAndWasGivenNothing() {
    UsageChange seen =
        cluster.see(
            aPod("p")
                .app(gpu("a", 1000))
                .app(gpu("b", 1000))
                .boundTo("n1", "GPU-a,NVIDIA,1000,0:;;"));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.ALLOCATED);
    assertThat(seen.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).contains("container b"));
  }

  @Test
  void shouldChargeAMissingFamilyItsCountBesideAFamilyThatIsAllocated() {
    Pods pod =
        aPod("p")
            .app(gpu("c", 1000).limit("acme.example/npu", "3"))
            .boundTo("n1", "GPU-a,NVIDIA,1000,0:;");

    UsageChange seen = cluster.see(pod);

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.ALLOCATED);
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(1000);
    assertThat(cluster.node("n1").kubeletCount("ACME")).isEqualTo(3);
    assertThat(cluster.snapshot().namespace("default").used("ACME"))
        .isEqualTo(new NamespaceAmount(3, 0, 0));
    assertThat(seen.problems()).extracting(problem -> problem.field()).hasSize(1);
  }

  @Test
  void shouldKeepWhatAnAllocationSaidBeforeItWasTakenOffARunningPod() {
    cluster.see(bound("GPU-a,NVIDIA,1000,0:;"));

    UsageChange stripped = cluster.see(pod().boundTo("n1").version(2));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.LAST_GOOD);
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(1000);
    assertThat(stripped.problems()).hasSize(1);
  }

  @Test
  void shouldNotChargeTheReservationOfAPodThatSomethingElseBoundWithoutAllocation() {
    PodRecord waiting = pod().read();
    cluster.reserve(waiting, "n1", "GPU-a,NVIDIA,1000,0:;");

    cluster.see(pod().boundTo("n1").version(2));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.COUNT_ONLY);
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void shouldFollowAChangedAllocation() {
    cluster.see(bound("GPU-a,NVIDIA,1000,0:;"));

    UsageChange moved = cluster.see(bound("GPU-b,NVIDIA,1500,0:;").version(2));

    assertThat(moved.pods()).extracting(PodChange::cause).containsExactly(Cause.ALLOCATION_CHANGED);
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.used("n1", "GPU-b").memoryMiB()).isEqualTo(1500);
  }

  @Test
  void shouldChargeTheNodeOfTheSpecWhateverTheAnnotationsSay() {
    cluster.see(bound("GPU-a,NVIDIA,1000,0:;").annotation("hami.io/vgpu-node", "n2"));

    assertThat(cluster.charge(UID).node()).isEqualTo("n1");
  }

  @Test
  void shouldReportAndChargeABoundPodWhoseRequestCannotBeRead() {
    UsageChange seen =
        cluster.see(
            aPod("p")
                .app(aContainer("c").gpus(1).limit("nvidia.com/gpumem", "16Gi"))
                .boundTo("n1", "GPU-a,NVIDIA,16384,0:;"));

    assertThat(seen.problems()).hasSize(1);
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(16384);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isEqualTo(1);
  }

  @Test
  void shouldReportABoundPodWhoseRequestCannotBeReadAndThatCarriesNothing() {
    UsageChange seen =
        cluster.see(
            aPod("p")
                .app(aContainer("c").gpus(1).limit("nvidia.com/gpumem", "16Gi"))
                .boundTo("n1"));

    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.COUNT_ONLY);
    assertThat(seen.problems()).isNotEmpty();
    assertThat(cluster.see(pod().version(1)).problems()).isEmpty();
  }

  @Test
  void shouldReportAWaitingPodWhoseRequestCannotBeReadOnce() {
    Pods pod = aPod("p").app(aContainer("c").gpus(1).limit("nvidia.com/gpumem", "16Gi"));
    assertThat(cluster.see(pod).problems()).hasSize(1);

    assertThat(
            cluster
                .see(
                    aPod("p")
                        .version(2)
                        .app(aContainer("c").gpus(1).limit("nvidia.com/gpumem", "16Gi")))
                .problems())
        .isEmpty();
  }
}
