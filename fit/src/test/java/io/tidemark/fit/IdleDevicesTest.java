package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.fit.Cluster.uuids;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Pods;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import org.junit.jupiter.api.Test;

/** Policy {@code mutex}: only devices that nothing else is on at the same time. */
class IdleDevicesTest {
  private static Cluster twoCards() {
    return Cluster.of(aNode("n1").card("GPU-a", 24000).card("GPU-b", 24000))
        .preferring(SetPolicy.MUTEX);
  }

  private static Pods holder(String name, String uuid) {
    return aPod(name).app(gpu("main", 100)).boundTo("n1", uuid + ",NVIDIA,100,0:;");
  }

  @Test
  void aDeviceInUseIsRefusedHoweverMuchIsFreeThere() {
    Cluster cluster = twoCards().with(holder("x", "GPU-a"));

    assertThat(uuids(cluster.planned(aPod("p").app(gpu("a", 1))))).isEqualTo("GPU-b");
    NodeRefusal refusal = cluster.refused(aPod("p").app(aContainer("a").gpus(2).memory(1)));
    assertThat(refusal.text())
        .isEqualTo("1/2 AllocatedCardsInsufficientRequest, 1/2 ExclusiveDeviceAllocateConflict");
    assertThat(refusal.unresolvable()).isFalse();
  }

  @Test
  void whereEveryDeviceIsInUseTheReasonIsTheConflict() {
    NodeRefusal refusal =
        twoCards()
            .with(holder("x", "GPU-a"), holder("y", "GPU-b"))
            .refused(aPod("p").app(gpu("a", 1)));

    assertThat(refusal.code()).isEqualTo(RefusalCode.EXCLUSIVE_DEVICE_CONFLICT);
    assertThat(refusal.detail())
        .isEqualTo("container a needs 1 MiB on 1 NVIDIA device; 2 are shared already");
  }

  @Test
  void theAppsOfOnePodDoNotShareADevice() {
    Pods pod = aPod("p").app(gpu("a", 1000)).app(gpu("b", 1000));
    assertThat(uuids(twoCards().planned(pod))).isEqualTo("GPU-a;GPU-b");
    assertThat(
            twoCards()
                .refused(aPod("p").app(gpu("a", 1000)).app(gpu("b", 1000)).app(gpu("c", 1000)))
                .container())
        .isEqualTo("c");
  }

  @Test
  void anInitContainerUsesTheAppsDeviceBecauseTheyNeverMeetThere() {
    assertThat(uuids(twoCards().planned(aPod("p").init(gpu("i", 2000)).app(gpu("a", 1000)))))
        .isEqualTo("GPU-a;GPU-a");
  }

  @Test
  void anInitContainerDoesNotShareWithTheSidecarBeforeIt() {
    assertThat(
            uuids(
                twoCards()
                    .planned(
                        aPod("p")
                            .sidecar(gpu("s", 1000))
                            .init(gpu("i", 2000))
                            .app(gpu("a", 1000)))))
        .isEqualTo("GPU-a;GPU-b;GPU-b");
  }
}
