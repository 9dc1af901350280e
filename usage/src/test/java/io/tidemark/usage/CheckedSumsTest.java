package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Amounts whose sum leaves its range hurt the one pod that brings them and nothing else. */
class CheckedSumsTest {
  private final LedgerDriver cluster = new LedgerDriver();

  @BeforeEach
  void nodeWithOneHugePod() {
    cluster.see(aNode("n1").card("GPU-a", 24000).card("GPU-b", 24000));
    cluster.see(huge("first", 1, "GPU-a"));
  }

  @AfterEach
  void auditIsClean() {
    cluster.assertClean();
  }

  private static PodRecord huge(String name, long version, String uuid) {
    PodRecord pod = aPod(name).version(version).app(gpu("c", 1)).boundTo("n1").read();
    return PodCopies.withAllocation(
        pod,
        new AllocationReading.Readable(
            new PodAllocation(
                Map.of("NVIDIA", List.of(List.of(new DeviceShare(uuid, Long.MAX_VALUE - 10, 0))))),
            Set.of()));
  }

  private static PodRecord small(String name) {
    return aPod(name).app(gpu("c", 5)).boundTo("n1", "GPU-b,NVIDIA,5,0:;").read();
  }

  @Test
  void shouldCloseTheNodeOfAPodThatCannotBeAddedAndLeaveTheSumsAsTheyWere() {
    UsageChange second = cluster.see(huge("second", 1, "GPU-a"));

    assertThat(second.problems()).hasSize(1);
    assertThat(cluster.charge("uid-default-second").basis()).isEqualTo(Basis.UNREADABLE);
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(new DeviceAmount(1, Long.MAX_VALUE - 10, 0));
    assertThat(cluster.used("default")).isEqualTo(new NamespaceAmount(2, Long.MAX_VALUE - 10, 0));
    assertThat(cluster.node("n1").closedBy()).hasSize(1);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isEqualTo(2);
  }

  @Test
  void shouldChargeAPodWhoseSumLeavesTheRangeOnlyOverDifferentDevices() {
    PodRecord elsewhere = huge("other/second", 1, "GPU-b");

    cluster.see(elsewhere);

    assertThat(cluster.charge(elsewhere.uid()).basis()).isEqualTo(Basis.ALLOCATED);
    assertThat(cluster.used("n1", "GPU-b")).isEqualTo(new DeviceAmount(1, Long.MAX_VALUE - 10, 0));
    assertThat(cluster.node("n1").usedTotal().memoryMiB()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldOfferTheCardsOfANodeWhoseSlotsLeaveTheRangeTogether() {
    Nodes node =
        aNode("n2")
            .card("GPU-c", 24000, 100, Integer.MAX_VALUE, 0)
            .card("GPU-d", 24000, 100, Integer.MAX_VALUE, 0);

    assertThat(cluster.see(node).problems()).isEmpty();

    PodRecord waiting = aPod("other/w").app(gpu("c", 100)).read();

    assertThat(cluster.reserve(waiting, "n2", "GPU-d,NVIDIA,100,0:;"))
        .isInstanceOf(ReserveReply.Reserved.class);
    assertThat(cluster.used("n2", "GPU-d")).isEqualTo(new DeviceAmount(1, 100, 0));
    assertThat(cluster.node("n2").capacityTotal().slots()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void shouldTakeTheOtherPodsOfAListThatHoldsABadOne() {
    cluster.observe(
        new ClusterChange.PodsListed(
            List.of(huge("first", 1, "GPU-a"), huge("second", 1, "GPU-a"), small("third")), 5));

    assertThat(cluster.used("n1", "GPU-b")).isEqualTo(new DeviceAmount(1, 5, 0));
    assertThat(cluster.snapshot().charges()).hasSize(3);
  }

  @Test
  void shouldKeepTheLastGoodAllocationOfAPodWhoseNewOneCannotBeAdded() {
    cluster.see(small("third"));

    UsageChange grown = cluster.see(huge("third", 2, "GPU-a"));

    assertThat(grown.problems()).hasSize(1);
    assertThat(cluster.charge("uid-default-third").basis()).isEqualTo(Basis.LAST_GOOD);
    assertThat(cluster.used("n1", "GPU-b")).isEqualTo(new DeviceAmount(1, 5, 0));
  }

  @Test
  void shouldGiveBackExactlyWhatWasAddedWhenAllAreGone() {
    cluster.see(huge("second", 1, "GPU-a"));
    cluster.gone("uid-default-first");
    cluster.gone("uid-default-second");

    assertThat(cluster.node("n1").usedTotal()).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isZero();
    assertThat(cluster.snapshot().namespaces()).isEmpty();
    assertThat(cluster.node("n1").closedBy()).isEmpty();
  }

  @Test
  void shouldRefuseAReservationThatCannotBeAdded() {
    PodRecord waiting = aPod("w").app(gpu("c", 100)).read();

    ReserveReply reply = cluster.reserve(waiting, "n1", "GPU-b,NVIDIA,100,0:;");

    assertThat(reply).isInstanceOf(ReserveReply.Conflict.class);
    assertThat(cluster.snapshot().charge(waiting.uid())).isNull();
    assertThat(cluster.used("n1", "GPU-b")).isEqualTo(DeviceAmount.ZERO);
  }
}
