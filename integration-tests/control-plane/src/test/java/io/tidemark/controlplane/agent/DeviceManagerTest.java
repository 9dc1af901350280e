package io.tidemark.controlplane.agent;

import static io.tidemark.controlplane.agent.ContainerSpec.Kind.APP;
import static io.tidemark.controlplane.agent.ContainerSpec.Kind.INIT;
import static io.tidemark.controlplane.agent.ContainerSpec.Kind.SIDECAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DeviceManagerTest {
  private final DeviceManager manager = new DeviceManager(4);

  @Test
  void initContainersShareIdsWithEachOtherAndWithTheApp() throws Exception {
    give("a", INIT, 3);
    give("a", INIT, 2);
    give("a", APP, 2);
    give("a", APP, 1);

    assertThat(manager.inUse()).isEqualTo(3);
  }

  @Test
  void appContainersShareNothing() throws Exception {
    give("a", APP, 2);
    give("a", APP, 2);

    assertThat(manager.inUse()).isEqualTo(4);
  }

  @Test
  void aSidecarKeepsTheIdsThatItTakesOver() throws Exception {
    give("a", INIT, 1);
    give("a", SIDECAR, 1);
    give("a", INIT, 1);
    give("a", APP, 1);

    assertThat(manager.inUse()).isEqualTo(2);
  }

  @Test
  void thePeakIsHeldUntilThePodIsReleased() throws Exception {
    give("a", INIT, 3);
    give("a", APP, 1);

    assertThatThrownBy(() -> give("b", APP, 2))
        .isInstanceOf(DeviceManager.Exhausted.class)
        .hasMessage(
            "requested number of devices unavailable for x.y/z. Requested: 2, Available: 1");
    manager.release("a");
    give("b", APP, 2);
    assertThat(manager.inUse()).isEqualTo(2);
  }

  @Test
  void idsOfUnhealthyDevicesAreNotGiven() throws Exception {
    give("a", APP, 1);
    manager.capacity(1);

    assertThatThrownBy(() -> give("b", APP, 1)).isInstanceOf(DeviceManager.Exhausted.class);
  }

  private void give(String pod, ContainerSpec.Kind kind, int number)
      throws DeviceManager.Exhausted {
    assertThat(manager.allocate(pod, kind, "x.y/z", number)).hasSize(number);
  }
}
