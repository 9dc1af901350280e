package io.tidemark.app.report;

import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.Explanation.DeviceState;
import io.tidemark.api.model.DeviceAmount;
import java.util.Comparator;

/** Orders refused nodes by how little they lack. */
final class NodeDistance {
  /**
   * Nodes that could take the pod if others left come first, then those whose best blocked device
   * lacks the least memory, then cores, then slots; equal ones by name.
   */
  static final Comparator<Explanation.Node> ORDER =
      Comparator.comparing((Explanation.Node node) -> node.refusal().unresolvable())
          .thenComparingLong(node -> lack(node, Measure.MEMORY))
          .thenComparingLong(node -> lack(node, Measure.CORES))
          .thenComparingLong(node -> lack(node, Measure.SLOTS))
          .thenComparing(node -> node.refusal().node());

  private NodeDistance() {}

  /** What the best device lacks of those that room would help. */
  private static long lack(Explanation.Node node, Measure measure) {
    return node.devices().stream()
        .filter(device -> device.code() != null && !device.code().unresolvable())
        .mapToLong(device -> lack(device, measure))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static long lack(DeviceState device, Measure measure) {
    DeviceAmount lacking = device.need().minus(device.free());
    return Math.max(0, measure.of(lacking));
  }
}
