package io.tidemark.app.report;

import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.Explanation.DeviceState;
import io.tidemark.api.bus.Explanation.Holder;
import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.placement.DeviceRefusal;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import java.util.ArrayList;
import java.util.List;

/** Hand-built explanations for tests. */
final class Explanations {
  static final PodKey POD = new PodKey("team-b", "infer");

  private Explanations() {}

  /** Five nodes that lack memory, by one GiB more each, and two without any card. */
  static Explanation pending() {
    List<Explanation.Node> nodes = new ArrayList<>();
    for (int i = 5; i >= 1; i--) {
      nodes.add(full("n" + i, 8192 - 1024L * i));
    }
    nodes.add(unregistered("cpu-1"));
    nodes.add(unregistered("cpu-2"));
    return new Explanation(
        POD,
        List.of("init container `load`: 4096 MiB", "app: 8192 MiB (the peak)"),
        List.of(),
        nodes,
        null,
        List.of(
            new Release(
                "init container `prepare` of `team-a/train` finishes",
                List.of("+10240 MiB on GPU-0"),
                "n1",
                true),
            new Release("`team-a/a` ends", List.of("+512 MiB on GPU-0"), "n2", false),
            new Release("`team-a/b` ends", List.of("+4096 MiB on GPU-0"), "n2", true)));
  }

  static Explanation.Node full(String node, long free) {
    return refused(node, free, RefusalCode.CARD_INSUFFICIENT_MEMORY);
  }

  static Explanation.Node cordoned(String node) {
    return refused(node, 24576, RefusalCode.CARD_CORDONED);
  }

  private static Explanation.Node refused(String node, long free, RefusalCode code) {
    DeviceAmount need = new DeviceAmount(1, 8192, 0);
    DeviceAmount left = new DeviceAmount(9, free, 100);
    DeviceId device = new DeviceId("NVIDIA", "GPU-0");
    NodeRefusal refusal =
        new NodeRefusal(
            node,
            code,
            "serve",
            List.of(new DeviceRefusal(device, code, need, left, false)),
            "container serve needs 8192 MiB, free " + free + " MiB on GPU-0",
            false);
    return new Explanation.Node(
        refusal,
        List.of(
            new DeviceState(
                device,
                Reports.CARD_24G,
                left,
                need,
                code,
                List.of(new Holder(Reports.TRAIN, new DeviceAmount(1, 24576 - free, 0))))));
  }

  static Explanation.Node unregistered(String node) {
    return new Explanation.Node(
        new NodeRefusal(
            node, RefusalCode.NODE_UNREGISTERED, "", List.of(), "registers no NVIDIA device", true),
        List.of());
  }
}
