package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.NodeRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeChangesTest {
  private final LedgerDriver cluster = new LedgerDriver();

  @AfterEach
  void auditIsClean() {
    cluster.assertClean();
  }

  private UsageChange podOnCardA() {
    return cluster.see(aPod("p").app(gpu("c", 10000)).boundTo("n1", "GPU-a,NVIDIA,10000,0:;"));
  }

  @Test
  void shouldKeepChargesOnTheOldDevicesOfANodeThatCameBackWithOthers() { // HAMi#2548
    cluster.see(aQuota("q").hard("limits.nvidia.com/gpumem", "30000"));
    cluster.see(aNode("n1").card("GPU-a", 24000));
    podOnCardA();

    cluster.nodeGone("n1");
    assertThat(cluster.node("n1").node()).isNull();
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(10000);

    UsageChange back = cluster.see(aNode("n1").card("GPU-c", 24000));
    assertThat(cluster.used("n1", "GPU-c")).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.node("n1").unregistered())
        .containsExactly(Map.entry(LedgerDriver.gpu("GPU-a"), new DeviceAmount(1, 10000, 0)));
    assertThat(back.problems()).hasSize(1);
    assertThat(back.freesRoom()).isTrue();

    cluster.gone("uid-default-p");
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isZero();
    assertThat(cluster.node("n1").unregistered()).isEmpty();
    assertThat(cluster.used("n1", "GPU-c")).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void shouldForgetAGoneNodeWithItsLastPod() {
    cluster.see(aNode("n1").card("GPU-a", 24000));
    podOnCardA();
    cluster.nodeGone("n1");

    cluster.gone("uid-default-p");

    assertThat(cluster.snapshot().nodes()).isEmpty();
  }

  @Test
  void shouldReportACardThatShrankBelowItsUse() {
    cluster.see(aNode("n1").card("GPU-a", 24000));
    podOnCardA();

    UsageChange shrunk = cluster.see(aNode("n1").version(2).card("GPU-a", 8000));

    assertThat(shrunk.overFull())
        .singleElement()
        .satisfies(full -> assertThat(full.device().uuid()).isEqualTo("GPU-a"));
    assertThat(cluster.node("n1").free(0).memoryMiB()).isEqualTo(-2000);
  }

  @Test
  void shouldReportAnOverFullDeviceAgainOnlyWhenItChanges() {
    cluster.see(aNode("n1").card("GPU-a", 8000).card("GPU-b", 8000));
    assertThat(podOnCardA().overFull()).hasSize(1);

    UsageChange elsewhere =
        cluster.see(aPod("q").app(gpu("c", 1)).boundTo("n1", "GPU-b,NVIDIA,1,0:;"));
    UsageChange there = cluster.see(aPod("r").app(gpu("c", 1)).boundTo("n1", "GPU-a,NVIDIA,1,0:;"));

    assertThat(elsewhere.overFull()).isEmpty();
    assertThat(there.overFull()).hasSize(1);
  }

  @Test
  void shouldReportAnOverFullDeviceWhenItsNodeIsSeenAfterItsPods() {
    assertThat(podOnCardA().overFull()).isEmpty();

    assertThat(cluster.see(aNode("n1").card("GPU-a", 8000)).overFull()).hasSize(1);
  }

  @Test
  void shouldChargeAndReportADeviceThatTheNodeDoesNotRegisterAndCountItOnceItAppears() {
    cluster.see(aNode("n1").card("GPU-b", 24000));

    UsageChange seen = podOnCardA();
    assertThat(seen.problems()).hasSize(1);
    assertThat(seen.problems().get(0).message()).contains("GPU-a").contains("n1");
    assertThat(cluster.node("n1").unregistered()).hasSize(1);
    assertThat(cluster.node("n1").usedTotal()).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.see(aNode("n1").version(2).card("GPU-b", 23000)).problems()).isEmpty();

    cluster.see(aNode("n1").version(3).card("GPU-a", 24000).card("GPU-b", 24000));
    assertThat(cluster.node("n1").unregistered()).isEmpty();
    assertThat(cluster.node("n1").usedTotal().memoryMiB()).isEqualTo(10000);
  }

  @Test
  void shouldDropAnOlderRecordOfTheSameNodeAndTakeOneOfANodeThatCameBack() {
    cluster.see(aNode("n1").version(5).card("GPU-a", 24000));

    cluster.see(aNode("n1").version(4).card("GPU-a", 1000));
    assertThat(cluster.node("n1").capacityTotal().memoryMiB()).isEqualTo(24000);
    NodeRecord other = aNode("n1").version(1).card("GPU-a", 1000).read();
    cluster.see(new NodeRecord("n1", "another uid", 1, other.inventories(), other.problems()));
    assertThat(cluster.node("n1").capacityTotal().memoryMiB()).isEqualTo(1000);
  }

  @Test
  void shouldTakeANodeThatAListMissesAsGone() {
    cluster.see(aNode("n1").card("GPU-a", 24000));
    cluster.see(aNode("n2").card("GPU-b", 24000));

    cluster.observe(
        new ClusterChange.NodesListed(List.of(aNode("n2").card("GPU-b", 24000).read())));

    assertThat(cluster.snapshot().nodes().keySet()).containsExactly("n2");
  }

  @Test
  void shouldNotTakeARenewedHandshakeForRoom() {
    cluster.see(aNode("n1").card("GPU-a", 24000));

    UsageChange renewed =
        cluster.see(
            aNode("n1")
                .version(2)
                .card("GPU-a", 24000)
                .annotation("hami.io/node-handshake", "Requesting_2029-12-31 23:59:50"));
    UsageChange grown = cluster.see(aNode("n1").version(3).card("GPU-a", 25000));

    assertThat(renewed.freesRoom()).isFalse();
    assertThat(grown.freesRoom()).isTrue();
  }

  @Test
  void shouldReportTheProblemsOfANodeOnce() {
    Nodes bad = aNode("n1").annotation("hami.io/node-nvidia-register", "not json");

    assertThat(cluster.see(bad).problems()).hasSize(1);
    assertThat(
            cluster
                .see(aNode("n1").version(2).annotation("hami.io/node-nvidia-register", "not json"))
                .problems())
        .isEmpty();
  }
}
