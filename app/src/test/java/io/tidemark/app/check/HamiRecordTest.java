package io.tidemark.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NamespaceAmount;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** HAMi's numbers, case by case as in the protocol's table of section 5. */
class HamiRecordTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theLargestInitSlotAndTheSumOfTheAppSlotsCount() {
    ObjectNode pod =
        pod(
            2,
            "GPU-0,NVIDIA,5000,10:;GPU-0,NVIDIA,9000,0:;GPU-0,NVIDIA,3000,20:;GPU-0,NVIDIA,2000,20:;");

    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(2, 9000, 40));
  }

  @Test
  void nothingIsReleasedBeforeTheLastInitContainerHasEnded() {
    ObjectNode pod = pod(2, "GPU-0,NVIDIA,9000,0:;GPU-0,NVIDIA,5000,0:;GPU-0,NVIDIA,3000,0:;");

    initStates(pod, "{\"terminated\":{\"exitCode\":0}}", "{\"running\":{}}");
    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(1, 9000, 0));
    initStates(pod, "{\"terminated\":{\"exitCode\":0}}", "{\"terminated\":{\"exitCode\":1}}");
    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(1, 9000, 0));
    initStates(pod, "{\"terminated\":{\"exitCode\":0}}", "{\"terminated\":{\"exitCode\":0}}");
    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(1, 3000, 0));
  }

  @Test
  void aStatusListThatIsTooShortReleasesTooEarly() {
    ObjectNode pod = pod(2, "GPU-0,NVIDIA,1000,0:;GPU-0,NVIDIA,9000,0:;GPU-0,NVIDIA,3000,0:;");
    initStates(pod, "{\"terminated\":{\"exitCode\":0}}");

    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(1, 3000, 0));
  }

  @Test
  void aLostEmptySlotMakesTheFirstAppContainerAnInitContainer() {
    ObjectNode pod = pod(1, "GPU-0,NVIDIA,5000,0:;GPU-0,NVIDIA,4000,0:;");

    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(1, 5000, 0));
    initStates(pod, "{\"terminated\":{\"exitCode\":0}}");
    assertThat(on(pod, "GPU-0")).isEqualTo(new DeviceAmount(1, 4000, 0));
  }

  @Test
  void aNamespaceIsChargedTheSumOverTheCardsEvenIfTheyAreNotUsedTogether() {
    ObjectNode pod = pod(1, "GPU-0,NVIDIA,16000,0:;GPU-1,NVIDIA,8000,5:;");

    assertThat(HamiRecord.of(pod, Families.BUNDLED).namespace())
        .isEqualTo(Map.of("NVIDIA", new NamespaceAmount(0, 24000, 5)));
  }

  @Test
  void oneTextThatCannotBeDecodedLeavesThePodOut() {
    for (String text : new String[] {"GPU-0,NVIDIA,x,0:;", "GPU-0,NVIDIA,1:;"}) {
      HamiRecord record = HamiRecord.of(pod(0, text), Families.BUNDLED);
      assertThat(record.unreadable()).as(text).isTrue();
      assertThat(record.devices()).isEmpty();
    }
    assertThat(HamiRecord.of(pod(0, "garbage;;"), Families.BUNDLED).unreadable()).isFalse();
  }

  @Test
  void aPodWithoutTheNodeAnnotationOrThatHasEndedCountsNothing() {
    ObjectNode unnamed = pod(0, "GPU-0,NVIDIA,1000,0:;");
    unnamed.withObject("/metadata/annotations").remove("hami.io/vgpu-node");
    ObjectNode ended = pod(0, "GPU-0,NVIDIA,1000,0:;");
    ended.withObject("/status").put("phase", "Failed");

    assertThat(HamiRecord.of(unnamed, Families.BUNDLED).devices()).isEmpty();
    assertThat(HamiRecord.of(ended, Families.BUNDLED).devices()).isEmpty();
  }

  private static DeviceAmount on(ObjectNode pod, String uuid) {
    return HamiRecord.of(pod, Families.BUNDLED)
        .devices()
        .getOrDefault(new DeviceId("NVIDIA", uuid), DeviceAmount.ZERO);
  }

  private static ObjectNode pod(int initContainers, String allocated) {
    ObjectNode pod = JSON.createObjectNode();
    pod.withObject("/metadata/annotations")
        .put("hami.io/vgpu-node", "n1")
        .put("hami.io/vgpu-devices-allocated", allocated);
    for (int i = 0; i < initContainers; i++) {
      pod.withArray("/spec/initContainers").addObject().put("name", "i" + i);
    }
    pod.withObject("/status").put("phase", "Running");
    return pod;
  }

  private static void initStates(ObjectNode pod, String... states) {
    pod.withObject("/status").remove("initContainerStatuses");
    for (String state : states) {
      try {
        pod.withObject("/status")
            .withArray("/initContainerStatuses")
            .addObject()
            .set("state", JSON.readTree(state));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
