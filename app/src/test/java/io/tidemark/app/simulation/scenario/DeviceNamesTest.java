package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A misspelt uuid would always be used by nobody, and so let an expectation pass. */
class DeviceNamesTest {
  private static final String OTHER_NODE =
      "{apply: {apiVersion: v1, kind: Node, metadata: {name: n2, annotations:"
          + " {hami.io/node-nvidia-register: '[{\"id\":\"GPU-7\",\"devmem\":-1}]'}}}}";
  private static final String PLACED_POD =
      "{apply: {apiVersion: v1, kind: Pod, metadata: {name: q, annotations:"
          + " {hami.io/vgpu-devices-allocated: ';GPU-8,NVIDIA,1,0:GPU-9,NVIDIA,1,0:;'}}}}";

  @Test
  void aDeviceThatNobodyNamesIsRefused() {
    assertThat(refusal("{expect: {node: n1, device: GPU-O, memory: 0}}"))
        .isEqualTo(
            "stdin:27 (document 5): spec.steps[0].expect.device:"
                + " Node n1 has no device GPU-O (did you mean GPU-0?)");
    assertThat(refusal("{expect: {pod: team-a/train, devices: [GPU-1, GPU-O]}}"))
        .isEqualTo(
            "stdin:27 (document 5): spec.steps[0].expect.devices[1]:"
                + " no node or pod of this cluster names a device GPU-O (did you mean GPU-0?)");
  }

  @Test
  void aDeviceOfAnotherNodeIsRefused() {
    assertThat(refusal(OTHER_NODE, "{expect: {node: n2, device: GPU-0, memory: 0}}"))
        .contains("Node n2 has no device GPU-0");
  }

  @Test
  void aNodeThatIsAppliedLaterBringsItsDevicesWhateverItSaysOfThem() {
    assertRead("{expect: {node: n2, device: GPU-7, memory: 0}}", OTHER_NODE);
    assertRead("{expect: {pod: team-a/train, devices: [GPU-7]}}", OTHER_NODE);
  }

  @Test
  void anAllocationNamesDevicesThatNoNodeHas() {
    assertRead(PLACED_POD, "{expect: {node: n1, device: GPU-8, memory: 1}}");
    assertRead(PLACED_POD, "{expect: {pod: q, devices: [GPU-9]}}");
  }

  private static void assertRead(String... steps) {
    assertThat(refusal(steps)).isEqualTo("read without an error");
  }

  private static String refusal(String... steps) {
    return Inputs.refusal(Inputs.scenario(steps));
  }
}
