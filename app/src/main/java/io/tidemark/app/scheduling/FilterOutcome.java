package io.tidemark.app.scheduling;

import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.placement.NodeRefusal;
import java.util.List;

/** The answer to "where can this pod go". */
public sealed interface FilterOutcome {
  /** The pod asks for nothing of ours: every node that was asked about will do. */
  record PassThrough() implements FilterOutcome {}

  /** The pod goes to that node; its share there is reserved for it. */
  record Reserved(String node, PodAllocation allocation) implements FilterOutcome {}

  /**
   * No node can take the pod now.
   *
   * @param refusals one per candidate, in the order of the candidates
   */
  record NoneFits(List<NodeRefusal> refusals) implements FilterOutcome {
    public NoneFits {
      refusals = List.copyOf(refusals);
    }
  }

  /** There is no answer: the pod's own wishes cannot be read, or it waits no more. */
  record Failed(String reason) implements FilterOutcome {}
}
