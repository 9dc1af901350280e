package io.tidemark.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.PlacementPolicy.NumaOrder;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtilizationPolicyTest {
  private static final DeviceWeights EQUAL = new DeviceWeights(1, 1, 1);

  @ParameterizedTest(name = "weights {0},{1},{2}: {3}")
  @CsvSource({
    // Slots (2+1)/10, cores (30+20)/100, memory (6000+12000)/24000.
    "1, 1, 1, 15.5",
    "1, 1, 3, 30.5",
    "0, 0, 1, 7.5",
    "2, 0, 0, 6.0",
    "0, 1, 0, 5.0",
  })
  void aDeviceScoresByItsLoadWithTheContainerOnIt(
      long slot, long core, long memory, double expected) {
    DeviceWeights weights = new DeviceWeights(slot, core, memory);
    Device device = device(10, 24000, 100);

    assertThat(
            policy(DevicePolicy.Load.MOST_FIRST, weights)
                .deviceScore(device, 2, 6000, 30, 12000, 20))
        .isCloseTo(expected, within(1e-9));
    assertThat(
            policy(DevicePolicy.Load.LEAST_FIRST, weights)
                .deviceScore(device, 2, 6000, 30, 12000, 20))
        .isCloseTo(-expected, within(1e-9));
    assertThat(
            policy(DevicePolicy.Load.IGNORED, weights).deviceScore(device, 2, 6000, 30, 12000, 20))
        .isZero();
  }

  /** HAMi scores such a device 0 however full it is, so that they pile up. */
  @ParameterizedTest(name = "{0} slots, {1} MiB, {2} % cores: {3}")
  @CsvSource({
    // The others stand in: 10 * 3/2 * the sum of the two that are left.
    "0, 24000, 100, 18.75",
    "10, 0, 100, 12",
    "10, 24000, 0, 15.75",
    "10, 0, 0, 9",
    "0, 0, 0, 0",
  })
  void aResourceThatADeviceDoesNotHaveLeavesItsWeightToTheOthers(
      int slots, long memory, int cores, double expected) {
    Device device = device(slots, memory, cores);

    assertThat(
            policy(DevicePolicy.Load.MOST_FIRST, EQUAL).deviceScore(device, 2, 6000, 30, 12000, 20))
        .isCloseTo(expected, within(1e-9));
    assertThat(policy(DevicePolicy.Load.IGNORED, EQUAL).deviceScore(device, 2, 6000, 30, 12000, 20))
        .isZero();
  }

  @Test
  void aWeightOnWhatADeviceDoesNotHaveScoresZero() {
    assertThat(
            policy(DevicePolicy.Load.MOST_FIRST, new DeviceWeights(0, 1, 0))
                .deviceScore(device(10, 24000, 0), 2, 6000, 0, 12000, 0))
        .isZero();
  }

  @Test
  void spreadNeverScoresTheNegativeZero() {
    PlacementPolicy policy = policy(DevicePolicy.Load.LEAST_FIRST, new DeviceWeights(0, 1, 0));

    double score = policy.deviceScore(device(10, 24000, 100), 3, 1000, 0, 1000, 0);

    assertThat(Double.compare(score, 0.0)).isZero();
  }

  @Test
  void theLargestAmountsStillScoreANumber() {
    PlacementPolicy policy =
        policy(DevicePolicy.Load.MOST_FIRST, new DeviceWeights(Long.MAX_VALUE, 1, Long.MAX_VALUE));

    double score =
        policy.deviceScore(
            device(1, 1, 1),
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            100);

    assertThat(score).isFinite().isPositive();
  }

  @Test
  void aNodeScoresByAllItsDevicesWithTheMergedFootprintOnThem() {
    NodeRecord node = Nodes.aNode("n1").card("GPU-a", 24000).card("GPU-b", 16000).read();
    NodeSnapshot snapshot =
        new NodeSnapshot(
            "n1",
            node,
            Map.of(new DeviceId("NVIDIA", "GPU-b"), new DeviceAmount(3, 10000, 40)),
            Map.of(),
            List.of(),
            List.of());
    DeviceAmount merged = new DeviceAmount(2, 20000, 60);

    // Slots (3+2)/20, cores (40+60)/200, memory (10000+20000)/40000.
    assertThat(node(NodePolicy.BINPACK, EQUAL).nodeScore(snapshot, merged))
        .isCloseTo(15.0, within(1e-9));
    assertThat(node(NodePolicy.SPREAD, EQUAL).nodeScore(snapshot, merged))
        .isCloseTo(-15.0, within(1e-9));
  }

  @Test
  void weightsAreForDevicesAndLeaveNodesAlone() {
    NodeSnapshot snapshot = Nodes.aNode("n1").card("GPU-a", 24000).snapshot();
    DeviceAmount merged = new DeviceAmount(1, 8000, 10);

    assertThat(node(NodePolicy.BINPACK, new DeviceWeights(0, 0, 9)).nodeScore(snapshot, merged))
        .isEqualTo(node(NodePolicy.BINPACK, EQUAL).nodeScore(snapshot, merged));
  }

  /** Nodes of a family that counts no cores are told apart by the rest, and compare with others. */
  @Test
  void nodesWithoutCoresAreOrderedByWhatTheyHave() {
    NodeSnapshot node = Nodes.aNode("n1").card("GPU-a", 24000, 0, 10, 0).snapshot();

    // 10 * 3/2 * (slots 1/10 + memory 12000/24000).
    assertThat(node(NodePolicy.BINPACK, EQUAL).nodeScore(node, new DeviceAmount(1, 12000, 0)))
        .isCloseTo(9.0, within(1e-9));
    assertThat(node(NodePolicy.SPREAD, EQUAL).nodeScore(node, new DeviceAmount(1, 12000, 0)))
        .isCloseTo(-9.0, within(1e-9));
  }

  @Test
  void aNodeWithoutDevicesScoresZero() {
    NodeSnapshot empty = Nodes.aNode("n1").snapshot();

    assertThat(node(NodePolicy.BINPACK, EQUAL).nodeScore(empty, DeviceAmount.ZERO)).isZero();
  }

  private static PlacementPolicy policy(DevicePolicy.Load load, DeviceWeights weights) {
    return new UtilizationPolicy(NodePolicy.BINPACK, devices(load), false, weights);
  }

  private static PlacementPolicy node(NodePolicy nodePolicy, DeviceWeights weights) {
    return new UtilizationPolicy(
        nodePolicy, devices(DevicePolicy.Load.LEAST_FIRST), false, weights);
  }

  private static DevicePolicy devices(DevicePolicy.Load load) {
    return new DevicePolicy(
        load, NumaOrder.TIE_BREAK, NumaOrder.HIGHEST_FIRST, false, false, false);
  }

  private static Device device(int slots, long memoryMiB, int cores) {
    return new Device(
        new DeviceId("NVIDIA", "GPU-a"),
        0,
        "NVIDIA-Model X1",
        memoryMiB,
        cores,
        slots,
        0,
        true,
        "");
  }
}
