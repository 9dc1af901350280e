package io.tidemark.api.formula;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every rule holds per family: here the bundled NVIDIA and a family that is invented. */
class FamiliesTogetherTest {
  /** A device of each family may have the same uuid; they are two devices. */
  private static final DeviceId GPU = new DeviceId("NVIDIA", "0");

  private static final DeviceId NPU = new DeviceId("ACME", "0");

  private static Pods pod() {
    return aPod("team-a/p")
        .init(gpu("i", 20000).limit("acme.example/npu", "1"))
        .app(gpu("a", 10000))
        .app(
            gpu("b", 1000)
                .limit("acme.example/npu", "1")
                .limit("acme.example/npu-memory", "300")
                .limit("acme.example/npu-cores", "40"));
  }

  private static Pods bound() {
    return pod()
        .boundTo("n1", "0,NVIDIA,20000,0:;0,NVIDIA,10000,0:;0,NVIDIA,1000,0:;")
        .annotation("acme.example/npu-allocated", "0,ACME,800,0:;;0,ACME,300,40:;");
  }

  private static Footprint footprint(PodRecord pod) {
    AllocationReading.Readable readable = (AllocationReading.Readable) pod.allocation();
    return Footprints.of(
        pod.containers(), readable.allocation(), Progress.of(pod, ReleaseMode.EACH));
  }

  @Test
  void eachFamilyHasItsOwnPeakOnItsOwnDevices() {
    Footprint start = footprint(bound().read(Families.WITH_ACME));

    assertThat(start.devices())
        .containsOnly(
            entry(GPU, new DeviceAmount(2, 20000, 0)), entry(NPU, new DeviceAmount(1, 800, 40)));
    assertThat(start.namespace())
        .containsExactly(
            entry("ACME", new NamespaceAmount(1, 800, 40)),
            entry("NVIDIA", new NamespaceAmount(2, 20000, 0)));
  }

  @Test
  void anInitContainerThatHasFinishedGivesBackItsShareOfEachFamily() {
    Footprint after =
        footprint(bound().initState("i", States.terminated(0)).read(Families.WITH_ACME));

    assertThat(after.devices())
        .containsOnly(
            entry(GPU, new DeviceAmount(2, 11000, 0)), entry(NPU, new DeviceAmount(1, 300, 40)));
  }

  @Test
  void theKubeletCountsEachFamilyForLife() {
    assertThat(Footprints.kubeletCounts(pod().read(Families.WITH_ACME).containers()))
        .containsExactly(entry("ACME", 1), entry("NVIDIA", 2));
  }

  @Test
  void memoryThatDependsOnTheCardIsUnknownForItsFamilyAlone() {
    PodRecord pod = pod().read(Families.WITH_ACME);

    assertThat(Footprints.memoryKnown(pod.containers(), "NVIDIA")).isTrue();
    assertThat(Footprints.memoryKnown(pod.containers(), "ACME")).isFalse();
    assertThat(Footprints.asked(pod.containers(), Progress.START))
        .containsExactly(
            entry("ACME", new NamespaceAmount(1, 300, 40)),
            entry("NVIDIA", new NamespaceAmount(2, 20000, 0)));
  }

  @Test
  void oneFamilysAnnotationMayBeMissing() {
    AllocationReading.Readable reading =
        (AllocationReading.Readable)
            pod()
                .boundTo("n1", "0,NVIDIA,20000,0:;0,NVIDIA,10000,0:;0,NVIDIA,1000,0:;")
                .read(Families.WITH_ACME)
                .allocation();

    assertThat(reading.missing()).containsExactly("ACME");
    assertThat(reading.allocation().slotsByFamily()).containsOnlyKeys("NVIDIA");
  }

  @Test
  void oneFamilysAnnotationThatCannotBeReadMakesThePodUnreadable() {
    assertThat(
            bound()
                .annotation("acme.example/npu-allocated", "0,ACME;")
                .read(Families.WITH_ACME)
                .allocation())
        .isEqualTo(
            new AllocationReading.Unreadable(
                List.of(
                    new Problem(
                        "Pod team-a/p",
                        "metadata.annotations[acme.example/npu-allocated]",
                        "\"0,ACME\" has 2 fields, needs uuid,type,memory,cores"))));
  }

  @Test
  void aFamilyThatIsNotEnabledIsNotThere() {
    PodRecord pod = bound().read(Families.BUNDLED);

    assertThat(pod.families()).containsExactly("NVIDIA");
    assertThat(footprint(pod).devices()).containsOnlyKeys(GPU);
  }

  @Test
  void aLongAllocationIsChargedInOnePass() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("GPU-").append(i).append(",NVIDIA,1,0:");
    }
    PodRecord pod =
        aPod("p").init(gpu("i", 1)).app(gpu("a", 1)).boundTo("n", text + ";" + text + ";").read();

    assertThat(footprint(pod).devices()).hasSize(20_000);
  }
}
