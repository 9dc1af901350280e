package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private final LedgerDriver cluster = new LedgerDriver();

  @BeforeEach
  void twoNodesAndAPod() {
    cluster.see(aNode("n1").card("GPU-a", 24000));
    cluster.see(aNode("n2").card("GPU-b", 24000));
    cluster.see(aQuota("other/q").hard("limits.nvidia.com/gpu", "1"));
    cluster.see(aPod("p").app(gpu("c", 1000)).boundTo("n2", "GPU-b,NVIDIA,1000,0:;"));
  }

  @Test
  void shouldBeTheSameInstanceWhereNothingChanged() {
    ClusterSnapshot first = cluster.snapshot();

    cluster.ledger.expire(LedgerDriver.NOW.plusSeconds(1000));
    cluster.ledger.cancel("unknown", LedgerDriver.NOW);
    cluster.gone("unknown");
    cluster.ledger.audit();

    assertThat(cluster.snapshot()).isSameAs(first);
  }

  @Test
  void shouldShareEverythingThatDidNotChange() {
    ClusterSnapshot before = cluster.snapshot();

    cluster.see(aPod("q").app(gpu("c", 2000)).boundTo("n1", "GPU-a,NVIDIA,2000,0:;"));
    ClusterSnapshot after = cluster.snapshot();

    assertThat(after.version()).isEqualTo(before.version() + 1);
    assertThat(after.node("n2")).isSameAs(before.node("n2"));
    assertThat(after.node("n1")).isNotSameAs(before.node("n1"));
    assertThat(after.namespace("other")).isSameAs(before.namespace("other"));
    assertThat(after.charge("uid-default-p")).isSameAs(before.charge("uid-default-p"));
  }

  @Test
  void shouldNotChangeOnceItIsTaken() {
    ClusterSnapshot before = cluster.snapshot();

    cluster.gone("uid-default-p");
    cluster.nodeGone("n1");
    cluster.snapshot();

    assertThat(before.nodes()).hasSize(2);
    assertThat(before.charges()).hasSize(1);
    assertThat(Objects.requireNonNull(before.node("n2")).used(0))
        .isEqualTo(new DeviceAmount(1, 1000, 0));
  }

  @Test
  void shouldShowANewWaitingPodWithoutTouchingAnyNode() {
    ClusterSnapshot before = cluster.snapshot();
    PodRecord waiting = aPod("w").app(gpu("c", 1)).read();

    cluster.see(waiting);

    ClusterSnapshot after = cluster.snapshot();
    assertThat(after.waiting().values()).containsExactly(waiting);
    assertThat(after.node("n1")).isSameAs(before.node("n1"));
    assertThat(after.node("n2")).isSameAs(before.node("n2"));
  }

  @Test
  void shouldShowTheChargesOfANodeInTheOrderInWhichTheyCame() {
    cluster.see(aPod("z").app(gpu("c", 1)).boundTo("n2", "GPU-b,NVIDIA,1,0:;"));
    cluster.see(aPod("a").app(gpu("c", 1)).boundTo("n2", "GPU-b,NVIDIA,1,0:;"));

    cluster.see(aPod("p").version(2).app(gpu("c", 1000)).boundTo("n2", "GPU-b,NVIDIA,1001,0:;"));

    assertThat(cluster.node("n2").charges())
        .extracting((PodCharge charge) -> charge.pod().key().name())
        .containsExactly("p", "z", "a");
  }

  @Test
  void shouldNotCountAChangeThatASnapshotDoesNotShow() {
    cluster.see(aPod("p").version(2).app(gpu("c", 1000)).phase("Failed"));
    ClusterSnapshot before = cluster.snapshot();

    cluster.see(aPod("p").version(3).app(gpu("c", 1000)).phase("Failed"));

    assertThat(cluster.snapshot()).isSameAs(before);
  }
}
