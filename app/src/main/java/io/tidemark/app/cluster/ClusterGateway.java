package io.tidemark.app.cluster;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import java.util.Map;

/** How decisions reach a cluster. What happens there comes back as observations. */
public interface ClusterGateway {
  /** Which ledger this cluster's usage is kept in. */
  ClusterId id();

  /**
   * Binds a pod to a node in one write, with the annotations and labels that the API server copies
   * into the pod together with the node's name.
   *
   * @param pod as it was decided on; where the cluster has another UID under its name, or the pod
   *     has a node already, that is a refusal
   */
  BindOutcome bind(
      PodRecord pod, String node, Map<String, String> annotations, Map<String, String> labels);

  /** What became of a Binding. */
  sealed interface BindOutcome {
    record Bound() implements BindOutcome {}

    /** Definitely refused; nothing was written. */
    record Refused(String reason) implements BindOutcome {}
  }
}
