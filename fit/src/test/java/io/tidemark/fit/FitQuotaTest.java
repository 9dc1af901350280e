package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static io.tidemark.fit.Cluster.uuids;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotas are judged per plan, with the MiB that the plan comes to. */
class FitQuotaTest {
  private static Quotas memory(int mib) {
    return aQuota("gpus").hard("limits.nvidia.com/gpumem", Integer.toString(mib));
  }

  private static Pods percentApps(int inits) {
    Pods pod = aPod("p");
    for (int i = 0; i < inits; i++) {
      pod.init(i == 1 ? gpu("prep-1", 1000) : aContainer("prep-" + i));
    }
    return pod.app(aContainer("a").gpus(1).memoryPercent(40))
        .app(aContainer("b").gpus(1).memoryPercent(40));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void initContainersHideNoTermOfTheApps(int inits) {
    // HAMi#3052: two times 16000 of 40000 against 24000
    NodeRefusal refusal =
        Cluster.of(aNode("n1").card("GPU-a", 40000))
            .with(memory(24000))
            .refused(percentApps(inits));
    assertThat(refusal.code()).isEqualTo(RefusalCode.QUOTA_NOT_FIT);
    assertThat(refusal.text()).isEqualTo("ResourceQuotaNotFit");
    assertThat(refusal.detail())
        .isEqualTo("quota default/gpus: limits.nvidia.com/gpumem needs 32000, used 0, limit 24000");
    assertThat(
            Cluster.of(aNode("n1").card("GPU-a", 40000))
                .with(memory(32000))
                .plan(percentApps(inits))
                .plans())
        .hasSize(1);
  }

  @Test
  void aWholeCardCountsWithTheSizeOfTheCardThatIsChosen() {
    // HAMi#2468
    Pods pod = aPod("p1").init(aContainer("i").gpus(1)).app(gpu("app", 1000));
    PlanReply reply =
        Cluster.of(aNode("n1").card("GPU-a", 40000), aNode("n2").card("GPU-b", 20000))
            .with(memory(24000))
            .plan(pod);
    assertThat(reply.plans()).extracting(plan -> plan.node().name()).containsExactly("n2");
  }

  @Test
  void aSmallerCardOfTheSameNodeIsFound() {
    NodePlan plan =
        Cluster.of(aNode("n1").card("GPU-a", 40000).card("GPU-b", 20000))
            .with(memory(24000))
            .planned(aPod("p").app(aContainer("a").gpus(1)));
    assertThat(uuids(plan)).isEqualTo("GPU-b");
  }

  /** The smallest footprint is not always the smallest need of the namespace. */
  @Test
  void aPlanWithALargerFootprintIsTakenWhereOnlyThatOneFitsTheQuota() {
    // Apart: 80 on cards, 40 in the namespace at a time. Together on GPU-c: 60 and 60.
    Cluster cluster =
        Cluster.of(aNode("n1").card("GPU-a", 40).card("GPU-b", 40).card("GPU-c", 60))
            .with(
                aPod("x/1").app(gpu("m", 1, 60)).boundTo("n1", "GPU-a,NVIDIA,1,60:;"),
                aPod("x/2").app(gpu("m", 1, 90)).boundTo("n1", "GPU-b,NVIDIA,1,90:;"));
    Pods pod =
        aPod("p")
            .init(aContainer("i").gpus(1).memoryPercent(90).cores(10))
            .app(aContainer("a").gpus(1).memoryPercent(90).cores(30));
    assertThat(cluster.planned(pod).merged()).isEqualTo(new DeviceAmount(1, 36, 30));
    Cluster tight =
        Cluster.of(aNode("n1").card("GPU-a", 40).card("GPU-b", 40).card("GPU-c", 60))
            .with(
                aPod("x/1").app(gpu("m", 1, 75)).boundTo("n1", "GPU-a,NVIDIA,1,75:;"),
                aPod("x/2").app(gpu("m", 6, 50)).boundTo("n1", "GPU-b,NVIDIA,6,50:;"));
    Pods same =
        aPod("p")
            .init(aContainer("i").gpus(1).memoryPercent(90).cores(10))
            .app(aContainer("a").gpus(1).memoryPercent(80).cores(50));
    // The init container fits GPU-a alone, the app GPU-b alone; both fit GPU-c.
    assertThat(uuids(tight.planned(same))).isEqualTo("GPU-c;GPU-c");
    Pods once =
        aPod("p")
            .init(aContainer("i").gpus(1).memoryPercent(90).cores(10))
            .app(aContainer("a").gpus(1).memoryPercent(80).cores(50));
    NodePlan apart = tight.with(memory(40)).planned(once);
    assertThat(uuids(apart)).isEqualTo("GPU-a;GPU-b");
    assertThat(apart.merged().memoryMiB()).isEqualTo(36 + 32);
  }

  @Test
  void theCountIsADimensionOfItsOwn() {
    Cluster cluster =
        Cluster.of(aNode("n1").card("GPU-a", 40000))
            .with(aQuota("gpus").hard("limits.nvidia.com/gpu", "1"));
    assertThat(cluster.plan(aPod("p").init(gpu("i", 1)).app(gpu("a", 1))).plans()).hasSize(1);
    NodeRefusal refusal = cluster.refused(aPod("p").app(gpu("a", 1)).app(gpu("b", 1)));
    assertThat(refusal.code()).isEqualTo(RefusalCode.QUOTA_NOT_FIT);
    assertThat(refusal.unresolvable()).as("needs 2 of 1, whoever leaves").isTrue();
  }

  @Test
  void whatIsUsedByOthersCanBeGivenBack() {
    NodeRefusal refusal =
        Cluster.of(aNode("n1").card("GPU-a", 40000))
            .with(aPod("other").app(gpu("m", 3000)).boundTo("n1", "GPU-a,NVIDIA,3000,0:;"))
            .with(memory(5000))
            .refused(aPod("p").app(gpu("a", 2500)));
    assertThat(refusal.code()).isEqualTo(RefusalCode.QUOTA_NOT_FIT);
    assertThat(refusal.unresolvable()).isFalse();
  }

  @Test
  void aNodeWhoseDevicesAreTooFullSaysThatFirst() {
    NodeRefusal refusal =
        Cluster.of(aNode("n1").card("GPU-a", 2000))
            .with(memory(1000))
            .refused(aPod("p").app(gpu("a", 2500)));
    assertThat(refusal.code()).isEqualTo(RefusalCode.CARD_INSUFFICIENT_MEMORY);
  }

  @Test
  void theQuotaOfAnotherNamespaceDoesNotMatter() {
    assertThat(
            Cluster.of(aNode("n1").card("GPU-a", 40000))
                .with(aQuota("other/gpus").hard("limits.nvidia.com/gpu", "0"))
                .plan(aPod("p").app(gpu("a", 2500)))
                .plans())
        .hasSize(1);
  }
}
