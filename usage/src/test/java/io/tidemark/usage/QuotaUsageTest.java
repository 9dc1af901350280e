package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.RefusalCode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaUsageTest {
  private static final String MEMORY = "limits.nvidia.com/gpumem";

  private final LedgerDriver cluster = new LedgerDriver();

  @BeforeEach
  void node() {
    cluster.see(aNode("n1").card("GPU-a", 80000));
  }

  @AfterEach
  void auditIsClean() {
    cluster.assertClean();
  }

  private ReserveReply reserve() {
    PodRecord pod = aPod("p").init(gpu("i", 3000)).app(gpu("c", 500)).read();
    ReserveReply reply = cluster.reserve(pod, "n1", "GPU-a,NVIDIA,3000,0:;GPU-a,NVIDIA,500,0:;");
    cluster.ledger.cancel(pod.uid(), LedgerDriver.NOW);
    return reply;
  }

  private void assertQuotaRefuses() {
    assertThat(reserve())
        .isInstanceOfSatisfying(
            ReserveReply.Conflict.class,
            conflict -> assertThat(conflict.reason().code()).isEqualTo(RefusalCode.QUOTA_NOT_FIT));
  }

  @Test
  void shouldHoldAllQuotasOfANamespaceAtOnce() { // HAMi#2997
    cluster.see(aQuota("q1").hard(MEMORY, "1000"));
    cluster.see(aQuota("q2").hard(MEMORY, "5000"));
    assertQuotaRefuses();

    assertThat(cluster.observe(new ClusterChange.QuotaGone("default", "q2")).freesRoom()).isTrue();
    assertQuotaRefuses();

    assertThat(cluster.see(aQuota("q1").version(2)).freesRoom()).isTrue();
    assertThat(reserve()).isInstanceOf(ReserveReply.Reserved.class);

    UsageChange added = cluster.see(aQuota("q3").hard(MEMORY, "0"));
    assertThat(added.freesRoom()).isFalse();
    assertQuotaRefuses();

    UsageChange statusOnly = cluster.see(aQuota("q3").version(2).hard(MEMORY, "0"));
    assertThat(statusOnly.freesRoom()).isFalse();
    assertQuotaRefuses();
  }

  @Test
  void shouldCountUsageThatWasThereBeforeTheQuota() {
    cluster.see(aPod("old").app(gpu("c", 2500)).boundTo("n1", "GPU-a,NVIDIA,2500,0:;"));

    cluster.see(aQuota("q").hard(MEMORY, "5000"));

    assertThat(cluster.usedInQuota("default", "q")).isEqualTo(new NamespaceAmount(1, 2500, 0));
    assertQuotaRefuses();
  }

  @Test
  void shouldCountOnlyThePodsThatAQuotaSelectsAndFollowAPodWhoseTraitsChange() {
    cluster.see(aQuota("high").hard(MEMORY, "9000").scopeSelector("PriorityClass", "In", "high"));
    cluster.see(aQuota("all").hard(MEMORY, "9000"));
    cluster.see(placed("p", 1).priorityClass("high"));
    cluster.see(placed("q", 1));
    assertThat(cluster.usedInQuota("default", "high").memoryMiB()).isEqualTo(1000);
    assertThat(cluster.usedInQuota("default", "all").memoryMiB()).isEqualTo(2000);

    UsageChange moved = cluster.see(placed("p", 2));

    assertThat(cluster.usedInQuota("default", "high").memoryMiB()).isZero();
    assertThat(cluster.usedInQuota("default", "all").memoryMiB()).isEqualTo(2000);
    assertThat(moved.pods()).as("the footprint did not change").isEmpty();
    assertThat(moved.freesRoom()).isTrue();
  }

  @Test
  void shouldCountAnewWhenAQuotaSelectsOtherPods() {
    cluster.see(placed("p", 1).priorityClass("high"));
    cluster.see(placed("q", 1));
    cluster.see(aQuota("quota").hard(MEMORY, "9000").scopeSelector("PriorityClass", "In", "high"));

    cluster.see(
        aQuota("quota").version(2).hard(MEMORY, "9000").scopeSelector("PriorityClass", "Exists"));
    assertThat(cluster.usedInQuota("default", "quota").memoryMiB()).isEqualTo(1000);
    cluster.see(aQuota("quota").version(3).hard(MEMORY, "8000"));
    assertThat(cluster.usedInQuota("default", "quota").memoryMiB()).isEqualTo(2000);
    cluster.see(aQuota("quota").version(4).hard(MEMORY, "7000"));
    assertThat(cluster.usedInQuota("default", "quota").memoryMiB()).isEqualTo(2000);
  }

  @Test
  void shouldChargeANamespaceTheLargerOfInitAndAppAndNotBothCards() {
    cluster.see(aNode("n1").version(2).card("GPU-a", 80000).card("GPU-b", 80000));
    cluster.see(
        aPod("p")
            .init(gpu("i", 3000))
            .app(gpu("c", 2000))
            .boundTo("n1", "GPU-a,NVIDIA,3000,0:;GPU-b,NVIDIA,2000,0:;"));

    assertThat(cluster.used("default")).isEqualTo(new NamespaceAmount(1, 3000, 0));
    assertThat(cluster.node("n1").usedTotal().memoryMiB()).isEqualTo(5000);
  }

  @Test
  void shouldTakeAQuotaThatAListMissesAsGone() {
    cluster.see(aQuota("a/q1").hard(MEMORY, "1"));
    cluster.see(aQuota("b/q2").hard(MEMORY, "1"));
    cluster.see(aQuota("b/q3").hard(MEMORY, "1"));

    cluster.observe(
        new ClusterChange.QuotasListed(
            List.of(aQuota("b/q3").hard(MEMORY, "2").version(2).read())));

    assertThat(cluster.snapshot().namespaces().keySet()).containsExactly("b");
    assertThat(cluster.snapshot().namespace("b").quotas())
        .singleElement()
        .satisfies(quota -> assertThat(quota.quota().limits().get(0).limit()).isEqualTo(2));
  }

  @Test
  void shouldDropAnOlderRecordOfAQuota() {
    cluster.see(aQuota("q").version(2).hard(MEMORY, "2"));

    cluster.see(aQuota("q").version(1).hard(MEMORY, "1"));

    assertThat(
            cluster.snapshot().namespace("default").quotas().get(0).quota().limits().get(0).limit())
        .isEqualTo(2);
  }

  private static Pods placed(String name, long version) {
    return aPod(name).version(version).app(gpu("c", 1000)).boundTo("n1", "GPU-a,NVIDIA,1000,0:;");
  }
}
