package io.tidemark.app.cluster;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How decisions reach a cluster. What happens there comes back as {@link ClusterEvent}s.
 *
 * <p>Calls wait for the cluster, so none may be made on an event loop. Expected outcomes are
 * values; an exception is a bug.
 */
public interface ClusterGateway {
  /** Which ledger this cluster's usage is kept in. */
  ClusterId id();

  /**
   * Binds a pod to a node in one write, with the annotations and labels that the API server copies
   * into the pod together with the node's name.
   *
   * @param pod as it was decided on; where the cluster has another UID or a newer resourceVersion
   *     under its name, or the pod has a node already, that is a refusal
   */
  BindOutcome bind(
      PodRecord pod, String node, Map<String, String> annotations, Map<String, String> labels);

  /** The pod as it is now, not as it was last observed. */
  Lookup<ObservedPod> pod(PodKey key);

  /** The node as it is now, not as it was last observed. */
  Lookup<ObservedNode> node(String name);

  /**
   * Sets or removes annotations of a node.
   *
   * @param resourceVersion the version that the decision was made on; the write is a conflict where
   *     the node has another by now
   * @param annotations by key; null removes the key
   */
  WriteOutcome annotateNode(
      String name, long resourceVersion, Map<String, @Nullable String> annotations);

  /**
   * Sets or removes annotations of a pod.
   *
   * @param pod its UID is a condition of the write, its resourceVersion is not
   * @param annotations by key; null removes the key
   */
  WriteOutcome annotatePod(PodRecord pod, Map<String, @Nullable String> annotations);

  /** Tells the pod's users something; may be lost, never waits and never fails. */
  void tell(PodRecord pod, PodEvent event);

  /** What became of a Binding. */
  sealed interface BindOutcome {
    record Bound() implements BindOutcome {}

    /** Definitely refused; nothing was written. */
    record Refused(String reason) implements BindOutcome {}

    /** The pod is newer than the one that was decided on; nothing was written. */
    record Outdated(String reason) implements BindOutcome {}

    /** No answer, or one that does not say whether it was written. */
    record Unknown(String reason) implements BindOutcome {}
  }

  /** What became of a write of annotations. */
  sealed interface WriteOutcome {
    /**
     * @param resourceVersion of the object after the write
     */
    record Written(long resourceVersion) implements WriteOutcome {}

    /** The object is another or newer than the one that was decided on; nothing was written. */
    record Conflict() implements WriteOutcome {}

    /** There is no such object. */
    record Absent() implements WriteOutcome {}

    /** Refused, or no answer. Whether it was written is not known. */
    record Failed(String reason) implements WriteOutcome {}
  }

  /** What became of a read. */
  sealed interface Lookup<T> {
    record Found<T>(T object) implements Lookup<T> {}

    /** There is no such object. */
    record Absent<T>() implements Lookup<T> {}

    /** No answer. */
    record Failed<T>(String reason) implements Lookup<T> {}
  }

  /**
   * What a pod's users are told.
   *
   * @param reason one word in CamelCase
   * @param message at most 1,024 bytes reach the cluster
   */
  record PodEvent(Kind kind, String reason, String message) {
    /** As the cluster classifies them. */
    public enum Kind {
      NORMAL,
      WARNING
    }
  }
}
