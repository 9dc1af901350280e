package io.tidemark.api.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.MemoryDemand;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodAllocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FootprintsTest {
  private static final List<ContainerSpec> ONE_APP =
      List.of(new ContainerSpec("app", ContainerKind.APP, Map.of()));

  @Test
  void familiesAndThenDevicesStandInTheOrderWritten() {
    PodAllocation allocation =
        new PodAllocation(
            Map.of(
                "NVIDIA",
                List.of(List.of(new DeviceShare("GPU-2", 1, 0), new DeviceShare("GPU-1", 1, 0))),
                "ACME",
                List.of(List.of(new DeviceShare("NPU-9", 1, 0)))));
    assertThat(Footprints.of(ONE_APP, allocation, Progress.START).devices().keySet())
        .containsExactly(
            new DeviceId("ACME", "NPU-9"),
            new DeviceId("NVIDIA", "GPU-2"),
            new DeviceId("NVIDIA", "GPU-1"));
  }

  @Test
  void aDeviceThatIsWrittenTwiceForAContainerIsChargedTwice() {
    PodAllocation allocation =
        nvidia(List.of(new DeviceShare("GPU-1", 100, 10), new DeviceShare("GPU-1", 200, 20)));
    Footprint footprint = Footprints.of(ONE_APP, allocation, Progress.START);
    assertThat(footprint.on(new DeviceId("NVIDIA", "GPU-1")))
        .isEqualTo(new DeviceAmount(2, 300, 30));
    assertThat(footprint.of("NVIDIA")).isEqualTo(new NamespaceAmount(2, 300, 30));
  }

  @Test
  void slotsBeyondTheContainersAreNobodysAndChargedToNobody() {
    PodAllocation allocation = nvidia(List.of(), List.of(new DeviceShare("GPU-1", 100, 10)));
    assertThat(Footprints.of(ONE_APP, allocation, Progress.START)).isEqualTo(Footprint.NONE);
  }

  @Test
  void theCostGrowsWithTheTextNotWithItsSquare() {
    List<DeviceShare> shares = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      shares.add(new DeviceShare("GPU-" + (100_000 + i), 1, 1));
    }
    PodAllocation allocation = nvidia(shares);
    Footprint footprint =
        assertTimeoutPreemptively(
            Duration.ofSeconds(2), () -> Footprints.of(ONE_APP, allocation, Progress.START));
    assertThat(footprint.devices()).hasSize(40_000);
    assertThat(footprint.of("NVIDIA")).isEqualTo(new NamespaceAmount(40_000, 40_000, 40_000));
  }

  @Test
  void memoryThatDependsOnTheCardIsNotKnownBeforeOneIsChosen() {
    ContainerSpec mib = asking(new MemoryDemand.Mib(1000));
    ContainerSpec percent = asking(new MemoryDemand.Percent(50));
    assertThat(Footprints.memoryKnown(List.of(mib), "NVIDIA")).isTrue();
    assertThat(Footprints.memoryKnown(List.of(mib, percent), "NVIDIA")).isFalse();
    assertThat(Footprints.memoryKnown(List.of(percent), "ACME")).isTrue();
    assertThat(Footprints.asked(percent, "NVIDIA")).isEqualTo(new NamespaceAmount(2, 0, 60));
    assertThat(Footprints.asked(mib, "NVIDIA")).isEqualTo(new NamespaceAmount(2, 2000, 60));
    assertThat(Footprints.asked(mib, "ACME")).isEqualTo(NamespaceAmount.ZERO);
  }

  private static ContainerSpec asking(MemoryDemand memory) {
    return new ContainerSpec(
        "c", ContainerKind.APP, Map.of("NVIDIA", new Demand("NVIDIA", 2, memory, 30)));
  }

  @SafeVarargs
  private static PodAllocation nvidia(List<DeviceShare>... slots) {
    return new PodAllocation(Map.of("NVIDIA", List.of(slots)));
  }
}
