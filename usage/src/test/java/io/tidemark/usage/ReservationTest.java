package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageChange.PodChange;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationTest {
  private static final String UID = "uid-default-train";
  private static final String PLAN = "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,10000,0:;";
  private static final String PLAN_ON_N2 = "GPU-b,NVIDIA,20000,0:;GPU-b,NVIDIA,10000,0:;";

  private final LedgerDriver cluster = new LedgerDriver();

  @BeforeEach
  void twoNodes() {
    cluster.see(aNode("n1").card("GPU-a", 24000));
    cluster.see(aNode("n2").card("GPU-b", 24000));
    cluster.see(aQuota("q").hard("limits.nvidia.com/gpumem", "24000"));
  }

  @AfterEach
  void auditIsClean() {
    cluster.assertClean();
  }

  private static Pods train() {
    return aPod("train").init(gpu("prepare", 20000)).app(gpu("train", 10000));
  }

  private void assertCharged(long mib) {
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(mib);
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isEqualTo(mib);
  }

  @Test
  void shouldChargeOnceHoweverOftenAPodIsFilteredAndNothingAfterAFailedBind() { // HAMi#1896
    PodRecord pod = train().read();

    assertThat(cluster.reserve(pod, "n1", PLAN)).isInstanceOf(ReserveReply.Reserved.class);
    assertCharged(20000);
    assertThat(cluster.reserve(pod, "n1", PLAN)).isInstanceOf(ReserveReply.Reserved.class);
    assertCharged(20000);
    UsageChange cancelled = cluster.ledger.cancel(UID, LedgerDriver.NOW);
    assertCharged(0);
    assertThat(cluster.reserve(pod, "n1", PLAN)).isInstanceOf(ReserveReply.Reserved.class);
    assertCharged(20000);

    assertThat(cancelled.pods())
        .extracting(PodChange::cause)
        .containsExactly(Cause.RESERVATION_ENDED);
    assertThat(cancelled.freesRoom()).isTrue();
  }

  @Test
  void shouldShowAReservedPodAsChargedAndAsWaiting() {
    ReserveReply reply = cluster.reserve(train().read(), "n1", PLAN);

    assertThat(reply)
        .isInstanceOfSatisfying(
            ReserveReply.Reserved.class,
            reserved ->
                assertThat(reserved.change().pods())
                    .extracting(PodChange::cause)
                    .containsExactly(Cause.RESERVED));
    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.RESERVED);
    assertThat(cluster.snapshot().waiting()).containsKey(UID);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isEqualTo(1);
  }

  @Test
  void shouldMoveAReservationToAnotherNode() {
    PodRecord pod = train().read();
    cluster.reserve(pod, "n1", PLAN);

    ReserveReply.Reserved moved = (ReserveReply.Reserved) cluster.reserve(pod, "n2", PLAN_ON_N2);

    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.used("n2", "GPU-b").memoryMiB()).isEqualTo(20000);
    assertThat(moved.change().pods())
        .extracting(PodChange::cause)
        .containsExactly(Cause.RESERVATION_ENDED, Cause.RESERVED);
    assertThat(moved.change().freesRoom()).isTrue();
  }

  @Test
  void shouldChargeNothingOnConflictNotEvenTheEarlierReservation() {
    PodRecord pod = train().read();
    cluster.reserve(pod, "n1", PLAN);
    cluster.see(aPod("x").app(gpu("c", 5000)).boundTo("n2", "GPU-b,NVIDIA,5000,0:;"));

    ReserveReply reply = cluster.reserve(pod, "n2", PLAN_ON_N2);

    assertThat(reply)
        .isInstanceOfSatisfying(
            ReserveReply.Conflict.class,
            conflict -> {
              assertThat(conflict.reason().code()).isEqualTo(RefusalCode.CARD_INSUFFICIENT_MEMORY);
              assertThat(conflict.change().pods())
                  .extracting(PodChange::cause)
                  .containsExactly(Cause.RESERVATION_ENDED);
            });
    assertThat(cluster.snapshot().charge(UID)).isNull();
    assertThat(cluster.snapshot().waiting()).containsKey(UID);
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void shouldRefuseANodeThatIsNotKnown() {
    ReserveReply reply = cluster.reserve(train().read(), "n9", PLAN);

    assertThat(reply)
        .isInstanceOfSatisfying(
            ReserveReply.Conflict.class,
            conflict ->
                assertThat(conflict.reason().code()).isEqualTo(RefusalCode.NODE_UNREGISTERED));
    assertThat(cluster.snapshot().nodes().keySet()).containsExactlyInAnyOrder("n1", "n2");
  }

  @Test
  void shouldRefuseWhatTheKubeletCouldNotHandOut() {
    cluster.see(aNode("n1").version(2).card("GPU-a", 24000).allocatable("nvidia.com/gpu", "1"));
    cluster.reserve(aPod("first").app(gpu("c", 1)).read(), "n1", "GPU-a,NVIDIA,1,0:;");

    ReserveReply reply =
        cluster.reserve(aPod("second").app(gpu("c", 1)).read(), "n1", "GPU-a,NVIDIA,1,0:;");

    assertThat(reply)
        .isInstanceOfSatisfying(
            ReserveReply.Conflict.class,
            conflict ->
                assertThat(conflict.reason().code())
                    .isEqualTo(RefusalCode.KUBELET_DEVICES_EXHAUSTED));
  }

  @Test
  void shouldReserveNothingForAPodThatDoesNotWait() {
    PodRecord waiting = train().read();
    cluster.see(train().version(2).boundTo("n1", PLAN));
    assertThat(cluster.reserve(waiting, "n1", PLAN)).isInstanceOf(ReserveReply.NotWaiting.class);
    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.ALLOCATED);

    cluster.see(train().version(3).boundTo("n1", PLAN).phase("Failed"));
    assertThat(cluster.reserve(waiting, "n1", PLAN)).isInstanceOf(ReserveReply.NotWaiting.class);

    cluster.gone(UID);
    assertThat(cluster.reserve(waiting, "n1", PLAN)).isInstanceOf(ReserveReply.NotWaiting.class);
    assertThat(
            cluster.reserve(
                PodCopies.deleting(aPod("leaving").app(gpu("c", 1)).read()),
                "n1",
                "GPU-a,NVIDIA,1,0:;"))
        .isInstanceOf(ReserveReply.NotWaiting.class);
    assertThat(cluster.reserve(aPod("plain").app(aContainer("c")).read(), "n1", ";"))
        .isInstanceOf(ReserveReply.NotWaiting.class);
    assertCharged(0);
  }

  @Test
  void shouldTurnAReservationIntoTheAllocationOfTheBoundPod() {
    cluster.reserve(train().read(), "n1", PLAN);

    UsageChange bound = cluster.see(train().version(2).boundTo("n1", PLAN));

    assertThat(bound.pods()).as("the footprint is the same").isEmpty();
    assertThat(cluster.charge(UID).basis()).isEqualTo(Basis.ALLOCATED);
    assertCharged(20000);
    assertThat(cluster.snapshot().waiting()).isEmpty();
    cluster.ledger.cancel(UID, LedgerDriver.NOW);
    cluster.ledger.expire(LedgerDriver.NOW.plus(Duration.ofDays(1)));
    assertCharged(20000);
  }

  @Test
  void shouldChargeTheBoundFootprintAtItsOwnProgress() {
    cluster.reserve(train().read(), "n1", PLAN);

    UsageChange bound =
        cluster.see(
            train().version(2).boundTo("n1", PLAN).initState("prepare", States.terminated(0)));

    assertThat(bound.pods()).extracting(PodChange::cause).containsExactly(Cause.PROGRESS);
    assertCharged(10000);
  }

  @Test
  void shouldEndAReservationWhenThePodIsBoundElsewhere() {
    cluster.reserve(train().read(), "n1", PLAN);

    UsageChange bound = cluster.see(train().version(2).boundTo("n2", PLAN_ON_N2));

    assertThat(bound.pods())
        .extracting(PodChange::cause)
        .containsExactly(Cause.RESERVATION_ENDED, Cause.PLACED);
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.used("n2", "GPU-b").memoryMiB()).isEqualTo(20000);
  }

  @Test
  void shouldEndAReservationWhenThePodIsGone() {
    cluster.reserve(train().read(), "n1", PLAN);

    assertThat(cluster.gone(UID).pods()).extracting(PodChange::cause).containsExactly(Cause.GONE);

    assertCharged(0);
  }

  @Test
  void shouldEndAReservationWhenThePodHasEnded() {
    cluster.reserve(train().read(), "n1", PLAN);

    assertThat(cluster.see(train().version(2).phase("Failed")).pods())
        .extracting(PodChange::cause)
        .containsExactly(Cause.ENDED);

    assertCharged(0);
  }

  @Test
  void shouldEndAReservationWhenThePodIsBeingDeletedUnbound() {
    cluster.reserve(train().read(), "n1", PLAN);

    cluster.see(PodCopies.deleting(train().version(2).read()));

    assertCharged(0);
  }

  @Test
  void shouldEndAReservationOnlyWhenAnotherUnschedulableConditionIsSeenThanWasKnown() {
    PodRecord pod = unschedulable(2, "2030-01-01T00:00:00Z").read();
    cluster.see(pod);
    cluster.reserve(pod, "n1", PLAN);

    cluster.see(unschedulable(3, "2030-01-01T00:00:00Z").annotation("note", "changed"));
    assertCharged(20000);
    cluster.see(train().version(4));
    assertCharged(20000);
    UsageChange failed = cluster.see(unschedulable(5, "2030-01-01T00:01:00Z"));

    assertCharged(0);
    assertThat(failed.pods()).extracting(PodChange::cause).containsExactly(Cause.RESERVATION_ENDED);
  }

  @Test
  void shouldMeasureAConditionAgainstTheNewestThatWasKnownWhenTheFilterBroughtAnOlderPod() {
    PodRecord stale = unschedulable(2, "2030-01-01T00:00:00Z").read();
    cluster.see(unschedulable(3, "2030-01-01T00:01:00Z"));
    cluster.reserve(stale, "n1", PLAN);

    cluster.see(unschedulable(4, "2030-01-01T00:01:00Z").annotation("note", "changed"));

    assertCharged(20000);
  }

  @Test
  void shouldKeepAReservationOverObservationsOfTheWaitingPodAndCarryItsTraits() {
    cluster.reserve(train().read(), "n1", PLAN);

    cluster.see(train().version(2).priorityClass("high"));

    assertCharged(20000);
    assertThat(cluster.charge(UID).pod().quotaTraits().priorityClassName()).isEqualTo("high");
  }

  @Test
  void shouldEndAReservationAtItsDeadlineByTheTimeOfMessages() {
    Instant later = LedgerDriver.NOW.plusSeconds(10);
    cluster.reserve(aPod("a").app(gpu("c", 100)).read(), "n1", "GPU-a,NVIDIA,100,0:;");
    cluster.reserve(aPod("b").app(gpu("c", 200)).read(), "n1", "GPU-a,NVIDIA,200,0:;", later);

    assertThat(cluster.ledger.expire(LedgerDriver.NOW.plusSeconds(299)).pods()).isEmpty();
    UsageChange expired = cluster.ledger.expire(LedgerDriver.NOW.plusSeconds(300));

    assertThat(expired.pods())
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.uid()).isEqualTo("uid-default-a");
              assertThat(change.cause()).isEqualTo(Cause.RESERVATION_EXPIRED);
            });
    assertCharged(200);
    cluster.ledger.expire(later.plusSeconds(300));
    assertCharged(0);
  }

  @Test
  void shouldStartTheDeadlineAnewWithANewReservation() {
    PodRecord pod = train().read();
    cluster.reserve(pod, "n1", PLAN);
    cluster.reserve(pod, "n1", PLAN, LedgerDriver.NOW.plusSeconds(200));

    cluster.ledger.expire(LedgerDriver.NOW.plusSeconds(300));

    assertCharged(20000);
  }

  @Test
  void shouldChargeAPodThatIsSeenBoundAfterItsReservationExpired() {
    cluster.reserve(train().read(), "n1", PLAN);
    cluster.ledger.expire(LedgerDriver.NOW.plusSeconds(300));
    cluster.see(aPod("x").app(gpu("c", 20000)).boundTo("n1", "GPU-a,NVIDIA,20000,0:;"));

    UsageChange late = cluster.see(train().version(2).boundTo("n1", PLAN));

    assertThat(late.overFull()).hasSize(1);
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(40000);
  }

  private static Pods unschedulable(long version, String since) {
    return train()
        .version(version)
        .condition("PodScheduled", "False", "Unschedulable", since, "0/2 nodes are available");
  }
}
