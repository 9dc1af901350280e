package io.tidemark.app.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.placement.NodeRefusal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What kube-scheduler asks of an extender, whatever the transport. Questions are answered on the
 * caller's thread, which must not be an event loop; a bind may wait for its node and is answered
 * later.
 */
public interface Extender {
  FilterAnswer filter(FilterQuestion question);

  /** Scores of nodes that a filter in mode {@code all} let through. */
  PrioritizeAnswer prioritize(FilterQuestion question);

  /** Which of the nodes that kube-scheduler would make room on have the devices then. */
  PreemptAnswer preempt(PreemptQuestion question);

  /**
   * @param caller tells when nobody waits for the answer any more
   */
  CompletionStage<BindAnswer> bind(BindQuestion question, Caller caller);

  /**
   * Where can this pod go?
   *
   * @param pod the whole object as kube-scheduler sent it
   * @param nodeNames the candidates by name; null where whole nodes were sent
   * @param nodes whole candidates, as an autoscaler sends them: a question that changes nothing;
   *     null where names were sent
   */
  record FilterQuestion(
      JsonNode pod, @Nullable List<String> nodeNames, @Nullable List<JsonNode> nodes) {}

  /** The answer to a filter. */
  sealed interface FilterAnswer {
    /** The pod asks for nothing of ours: every candidate will do. */
    record All() implements FilterAnswer {}

    /**
     * These will do, in the order of the candidates.
     *
     * @param refusals one per other candidate, where they are known; may be empty
     */
    record Nodes(List<String> names, List<NodeRefusal> refusals) implements FilterAnswer {
      public Nodes {
        names = List.copyOf(names);
        refusals = List.copyOf(refusals);
      }
    }

    /** There is no answer; kube-scheduler tries the pod again. */
    record Failed(String reason) implements FilterAnswer {}

    /** Somebody else answers; the caller should ask there. */
    record NotLeading(String reason) implements FilterAnswer {}
  }

  /** The answer to a prioritize. */
  sealed interface PrioritizeAnswer {
    record Scores(List<HostScore> scores) implements PrioritizeAnswer {
      public Scores {
        scores = List.copyOf(scores);
      }
    }

    record Failed(String reason) implements PrioritizeAnswer {}

    record NotLeading(String reason) implements PrioritizeAnswer {}
  }

  /**
   * Where can this pod go once these pods were evicted?
   *
   * @param pod the whole object as kube-scheduler sent it
   * @param victims by node: the UIDs of the pods that kube-scheduler would evict
   */
  record PreemptQuestion(JsonNode pod, Map<String, List<String>> victims) {
    public PreemptQuestion {
      victims = Collections.unmodifiableMap(new TreeMap<>(victims));
    }
  }

  /** The answer to a preempt. */
  sealed interface PreemptAnswer {
    /**
     * @param victims by node, for the nodes of the question that will do: the UIDs of the pods that
     *     have to go, those of the question first
     */
    record Nodes(Map<String, List<String>> victims) implements PreemptAnswer {
      public Nodes {
        victims = Collections.unmodifiableMap(new TreeMap<>(victims));
      }
    }

    record Failed(String reason) implements PreemptAnswer {}

    record NotLeading(String reason) implements PreemptAnswer {}
  }

  /**
   * @param score 0 to 10 (extender v1, MaxExtenderPriority)
   */
  record HostScore(String host, long score) {}

  /**
   * Bind this pod to that node.
   *
   * @param uid empty where the caller did not say
   */
  record BindQuestion(String namespace, String name, String uid, String node) {}

  /** The answer to a bind. */
  sealed interface BindAnswer {
    record Bound() implements BindAnswer {}

    /** Not bound, or not known to be. */
    record Failed(String reason) implements BindAnswer {}

    record NotLeading(String reason) implements BindAnswer {}
  }

  /** Whoever waits for an answer. */
  interface Caller {
    /** A caller that waits for ever. */
    Caller PATIENT = () -> false;

    /** Whether the caller has hung up. */
    boolean gone();
  }
}
