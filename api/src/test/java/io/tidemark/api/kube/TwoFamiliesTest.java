package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.family.FamilyReader;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** A pod whose init container uses an NPU and whose app uses a GPU: two ledgers' worth of facts. */
class TwoFamiliesTest {
  private static final DeviceId GPU = new DeviceId("NVIDIA", "GPU-a");
  private static final DeviceId NPU = new DeviceId("ACME", "NPU-1");

  @Test
  void eachFamilyFollowsThePodsProgressByItself() {
    Pods pod = pod();
    Footprint start = footprint(pod.read(Families.WITH_ACME));
    assertThat(start.devices())
        .isEqualTo(Map.of(NPU, new DeviceAmount(1, 8000, 50), GPU, new DeviceAmount(1, 4000, 20)));
    assertThat(start.namespace())
        .isEqualTo(
            Map.of(
                "ACME", new NamespaceAmount(1, 8000, 50),
                "NVIDIA", new NamespaceAmount(1, 4000, 20)));

    Footprint afterInit =
        footprint(pod.initState("prepare", States.terminated(0)).read(Families.WITH_ACME));
    assertThat(afterInit.devices()).isEqualTo(Map.of(GPU, new DeviceAmount(1, 4000, 20)));
    assertThat(afterInit.namespace()).containsOnlyKeys("NVIDIA");
  }

  @Test
  void theKubeletHoldsTheDevicesOfBothForLife() {
    PodRecord pod = pod().initState("prepare", States.terminated(0)).read(Families.WITH_ACME);
    assertThat(Footprints.kubeletCounts(pod.containers()))
        .isEqualTo(Map.of("ACME", 1, "NVIDIA", 1));
  }

  @Test
  void aFamilyThatIsNotEnabledIsNotSeen() {
    PodRecord pod = pod().read();
    assertThat(pod.families()).containsExactly("NVIDIA");
    assertThat(footprint(pod).devices()).containsOnlyKeys(GPU);
  }

  @Test
  void anAnnotationThatIsMissingIsNamedAndTheOtherFamilyStillCharged() {
    PodRecord pod =
        aPod("p")
            .app(aContainer("c").gpus(1).memory(4000).limit("acme.example/npu", "1"))
            .boundTo("n1", "GPU-a,NVIDIA,4000,0:;")
            .read(Families.WITH_ACME);
    assertThat(((AllocationReading.Readable) pod.allocation()).missing()).containsExactly("ACME");
    assertThat(footprint(pod).devices()).containsOnlyKeys(GPU);
  }

  @Test
  void twoAddedFamiliesOfOneWordAreAMistake() {
    Assertions.assertThatIllegalArgumentException()
        .isThrownBy(() -> FamilyReader.withBundled(List.of(Families.ACME, Families.ACME)))
        .withMessage("device family ACME is defined twice");
  }

  private static Pods pod() {
    return aPod("p")
        .init(
            aContainer("prepare")
                .limit("acme.example/npu", "1")
                .limit("acme.example/npu-memory", "8000")
                .limit("acme.example/npu-cores", "50"))
        .app(aContainer("train").gpus(1).memory(4000).cores(20))
        .boundTo("n1", ";GPU-a,NVIDIA,4000,20:;")
        .annotation("acme.example/npu-allocated", "NPU-1,ACME,8000,50:;;");
  }

  private static Footprint footprint(PodRecord pod) {
    AllocationReading.Readable readable = (AllocationReading.Readable) pod.allocation();
    return Footprints.of(
        pod.containers(), readable.allocation(), Progress.of(pod, ReleaseMode.EACH));
  }
}
