package io.tidemark.scoring;

import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.snapshot.NodeSnapshot;

/** Plans as fit would make them, without devices. */
final class TestPlans {
  private TestPlans() {}

  static NodePlan on(String node) {
    return on(Nodes.aNode(node).snapshot(), DeviceAmount.ZERO);
  }

  static NodePlan on(NodeSnapshot node, DeviceAmount merged) {
    return new NodePlan() {
      @Override
      public NodeSnapshot node() {
        return node;
      }

      @Override
      public DeviceAmount merged() {
        return merged;
      }

      @Override
      public PodAllocation allocation() {
        throw new AssertionError("ranking needs no allocation");
      }

      @Override
      public String toString() {
        return node.name();
      }
    };
  }
}
