package io.tidemark.api.placement;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.snapshot.NodeSnapshot;

/** Where a pod would go on one node. Immutable. */
public interface NodePlan {
  NodeSnapshot node();

  /** The pod's footprint at the start of its life, summed over the node's devices. */
  DeviceAmount merged();

  /** The device of every container. Made when asked for: most plans of a filter lose. */
  PodAllocation allocation();
}
