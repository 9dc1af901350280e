package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.States;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodRecord;
import org.junit.jupiter.api.Test;

class PodReaderTest {
  @Test
  void shouldChargeTheLargerOfInitAndAppUntilTheInitContainerHasFinished() {
    PodRecord pod =
        aPod("team-a/train")
            .init(gpu("prepare", 20480))
            .app(gpu("train", 10240))
            .app(aContainer("logs"))
            .boundTo("n1", "GPU-0,NVIDIA,20480,0:;GPU-0,NVIDIA,10240,0:;;")
            .initState("prepare", States.terminated(0))
            .read();

    assertThat(pod.allocation()).isInstanceOf(AllocationReading.Readable.class);
    AllocationReading.Readable readable = (AllocationReading.Readable) pod.allocation();
    DeviceId gpu0 = new DeviceId("NVIDIA", "GPU-0");
    assertThat(Footprints.of(pod.containers(), readable.allocation(), Progress.START).on(gpu0))
        .isEqualTo(new DeviceAmount(1, 20480, 0));
    assertThat(
            Footprints.of(
                    pod.containers(), readable.allocation(), Progress.of(pod, ReleaseMode.EACH))
                .on(gpu0))
        .isEqualTo(new DeviceAmount(1, 10240, 0));
  }
}
