package io.tidemark.api.snapshot;

import static io.tidemark.api.fixture.Nodes.aNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSnapshotTest {
  private static final DeviceId A = new DeviceId("NVIDIA", "GPU-a");
  private static final DeviceId B = new DeviceId("NVIDIA", "GPU-b");
  private static final DeviceId ACME = new DeviceId("ACME", "npu-0");

  private static NodeSnapshot node(Nodes node, Map<DeviceId, DeviceAmount> used) {
    NodeRecord record =
        node.annotation("acme.example/node-npu-register", "npu-0,4,8000,100,NPU,0,true:")
            .read(Families.WITH_ACME);
    return new NodeSnapshot(record.name(), record, used, Map.of("NVIDIA", 3), List.of(), List.of());
  }

  @Test
  void devicesOfAllFamiliesStandInOneListInTheOrderOfTheWords() {
    NodeSnapshot node = node(aNode("n").card("GPU-a", 1).card("GPU-b", 2), Map.of());

    assertThat(node.devices()).extracting(device -> device.id()).containsExactly(ACME, A, B);
    assertThat(node.range("ACME")).isEqualTo(new NodeSnapshot.Range(0, 1));
    assertThat(node.range("NVIDIA")).isEqualTo(new NodeSnapshot.Range(1, 3));
    assertThat(node.range("MLU").size()).isZero();
    assertThat(node.indexOf(B)).isEqualTo(2);
    assertThat(node.indexOf(new DeviceId("ACME", "GPU-b"))).isEqualTo(-1);
    assertThat(node.kubeletCount("NVIDIA")).isEqualTo(3);
    assertThat(node.kubeletCount("ACME")).isZero();
  }

  @Test
  void freeIsWhatIsNotUsedAndNegativeOnAnOverFullCard() {
    NodeSnapshot node =
        node(aNode("n").card("GPU-a", 8000), Map.of(A, new DeviceAmount(1, 10000, 20)));

    assertThat(node.used(1)).isEqualTo(new DeviceAmount(1, 10000, 20));
    assertThat(node.free(1)).isEqualTo(new DeviceAmount(9, -2000, 80));
    assertThat(node.free(0)).isEqualTo(new DeviceAmount(4, 8000, 100));
    assertThat(node.capacityTotal()).isEqualTo(new DeviceAmount(14, 16000, 200));
    assertThat(node.usedTotal()).isEqualTo(new DeviceAmount(1, 10000, 20));
  }

  @Test
  void usageOfACardThatIsNotRegisteredStandsApart() {
    NodeSnapshot node =
        node(
            aNode("n").card("GPU-a", 8000),
            Map.of(B, new DeviceAmount(1, 500, 0), A, DeviceAmount.ZERO));

    assertThat(node.unregistered()).containsExactly(entry(B, new DeviceAmount(1, 500, 0)));
    assertThat(node.usedTotal()).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void aNodeThatIsNotKnownHasNoDevices() {
    NodeSnapshot node =
        new NodeSnapshot(
            "n", null, Map.of(A, new DeviceAmount(1, 5, 0)), Map.of(), List.of(), List.of());

    assertThat(node.devices()).isEmpty();
    assertThat(node.inventory("NVIDIA")).isNull();
    assertThat(node.unregistered()).containsOnlyKeys(A);
    assertThat(node.capacityTotal()).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void totalsOfNonsenseStayInRange() {
    NodeSnapshot node =
        node(
            aNode("n")
                .card("GPU-a", Integer.MAX_VALUE, 65535, Integer.MAX_VALUE, 0)
                .card("GPU-b", Integer.MAX_VALUE, 65535, Integer.MAX_VALUE, 0),
            Map.of(
                A, new DeviceAmount(1, 5, Integer.MAX_VALUE),
                B, new DeviceAmount(1, 5, Integer.MAX_VALUE)));

    assertThat(node.capacityTotal())
        .isEqualTo(
            new DeviceAmount(Integer.MAX_VALUE, 2L * Integer.MAX_VALUE + 8000, 2 * 65535 + 100));
    assertThat(node.usedTotal()).isEqualTo(new DeviceAmount(2, 10, Integer.MAX_VALUE));
  }

  @Test
  void cappedSumsStayAtTheEndsOfTheRange() {
    DeviceAmount most = new DeviceAmount(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
    DeviceAmount least = new DeviceAmount(Integer.MIN_VALUE, Long.MIN_VALUE, Integer.MIN_VALUE);

    assertThat(most.plusCapped(new DeviceAmount(1, 1, 1))).isEqualTo(most);
    assertThat(least.plusCapped(new DeviceAmount(-1, -1, -1))).isEqualTo(least);
    assertThat(most.plusCapped(least)).isEqualTo(new DeviceAmount(-1, -1, -1));
  }
}
