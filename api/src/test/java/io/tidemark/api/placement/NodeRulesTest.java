package io.tidemark.api.placement;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NodeRulesTest {
  private static final Instant NOW = Instant.parse("2030-01-31T12:01:06Z");
  private static final String REQUESTED = "Requesting_2030-01-31 12:00:05";
  private static final PodRecord POD =
      aPod("p").init(aContainer("i").gpus(2)).app(gpu("a", 1000)).read();

  private static NodeSnapshot node(Nodes node, int kubeletCount, PodKey... closedBy) {
    NodeRecord record = node.read();
    return new NodeSnapshot(
        record.name(),
        record,
        Map.of(),
        Map.of("NVIDIA", kubeletCount),
        List.of(),
        List.of(closedBy));
  }

  private static Nodes n1() {
    return aNode("n1").card("GPU-a", 24000).card("GPU-b", 24000);
  }

  static Stream<Arguments> nodes() {
    return Stream.of(
        arguments("no objection", node(n1(), 0), POD, null, "", false),
        arguments(
            "registers nothing",
            node(aNode("n1"), 0),
            POD,
            RefusalCode.NODE_UNREGISTERED,
            "registers no NVIDIA device",
            true),
        arguments(
            "is not known at all",
            new NodeSnapshot("n1", null, Map.of(), Map.of(), List.of(), List.of()),
            POD,
            RefusalCode.NODE_UNREGISTERED,
            "registers no NVIDIA device",
            true),
        arguments(
            "its register cannot be read",
            node(aNode("n1").annotation("hami.io/node-nvidia-register", "[]"), 0),
            POD,
            RefusalCode.NODE_UNREGISTERED,
            "Node n1: metadata.annotations[hami.io/node-nvidia-register]: must be a JSON list with"
                + " at least one card",
            true),
        arguments(
            "its plugin does not answer and the kubelet offers nothing",
            node(
                n1().annotation("hami.io/node-handshake", REQUESTED)
                    .allocatable("nvidia.com/gpu", "0"),
                0),
            POD,
            RefusalCode.PLUGIN_NOT_RESPONDING,
            "the NVIDIA device plugin has not answered since 2030-01-31T12:00:05Z",
            false),
        arguments(
            "its plugin does not answer and the kubelet offers some",
            node(
                n1().annotation("hami.io/node-handshake", REQUESTED)
                    .allocatable("nvidia.com/gpu", "9"),
                0),
            POD,
            null,
            "",
            false),
        arguments(
            "the kubelet has just enough",
            node(n1().allocatable("nvidia.com/gpu", "9"), 7),
            POD,
            null,
            "",
            false),
        arguments(
            "the kubelet has one too few for the peak of the pod",
            node(n1().allocatable("nvidia.com/gpu", "9"), 8),
            POD,
            RefusalCode.KUBELET_DEVICES_EXHAUSTED,
            "the kubelet holds 8 of 9 NVIDIA device ids for pods that have not ended; 2 more are"
                + " needed",
            false),
        arguments(
            "the kubelet has too few even when empty",
            node(n1().allocatable("nvidia.com/gpu", "1"), 0),
            POD,
            RefusalCode.KUBELET_DEVICES_EXHAUSTED,
            "the kubelet holds 0 of 1 NVIDIA device ids for pods that have not ended; 2 more are"
                + " needed",
            true),
        arguments(
            "the kubelet names no such resource", node(n1(), 1_000_000), POD, null, "", false),
        arguments(
            "a pod of unknown allocation is there",
            node(n1(), 0, new PodKey("team-b", "odd"), new PodKey("team-c", "odd")),
            POD,
            RefusalCode.NODE_CLOSED,
            "the allocation of pod team-b/odd cannot be read, so what is free here is not known",
            false),
        arguments(
            "the pod's own request is impossible",
            node(n1(), 0),
            aPod("p").app(aContainer("c").gpus(1).limit("nvidia.com/gpumem", "16Gi")).read(),
            RefusalCode.REQUEST_UNREADABLE,
            "Pod default/p: spec.containers[0].resources.limits[nvidia.com/gpumem]: container c:"
                + " 17179869184 is not a whole number from 0 to 2147483647",
            true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nodes")
  void aNodeAsAWhole(
      String rule,
      NodeSnapshot node,
      PodRecord pod,
      @Nullable RefusalCode code,
      String detail,
      boolean unresolvable) {
    Map<String, Integer> counts = Footprints.kubeletCounts(pod.containers());

    assertThat(NodeRules.accepts(node, pod, counts, NOW)).isEqualTo(code == null);
    if (code == null) {
      assertThat(NodeRules.refusal(node, pod, counts, NOW)).isEmpty();
    } else {
      assertThat(NodeRules.refusal(node, pod, counts, NOW))
          .contains(new NodeRefusal("n1", code, "", List.of(), detail, unresolvable));
    }
  }

  @Test
  void aRefusalByItsDevicesCountsThemPerReason() {
    DeviceAmount none = DeviceAmount.ZERO;
    List<DeviceRefusal> devices =
        Stream.of(
                RefusalCode.CARD_INSUFFICIENT_MEMORY,
                RefusalCode.CARD_CORDONED,
                RefusalCode.CARD_INSUFFICIENT_MEMORY)
            .map(code -> new DeviceRefusal(new DeviceId("NVIDIA", "g"), code, none, none, false))
            .toList();

    assertThat(
            new NodeRefusal(
                    "n", RefusalCode.CARD_INSUFFICIENT_MEMORY, "c", devices, "detail", false)
                .text())
        .isEqualTo("1/3 CardCordoned, 2/3 CardInsufficientMemory");
    assertThat(new NodeRefusal("n", RefusalCode.NODE_UNREGISTERED, "", List.of(), "d", true).text())
        .isEqualTo("node unregistered");
  }
}
