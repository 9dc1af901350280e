package io.tidemark.app.scheduling;

import io.tidemark.api.bus.Explanation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What there is to say of a pod that somebody asks about. */
public sealed interface PodAnswer {
  /**
   * It waits, or could be submitted.
   *
   * @param explanation of the nodes that kube-scheduler would ask about
   * @param excluded why kube-scheduler would not ask about the others, by node name
   */
  record Waiting(Explanation explanation, Map<String, String> excluded) implements PodAnswer {
    public Waiting {
      excluded = Collections.unmodifiableMap(new LinkedHashMap<>(excluded));
    }
  }

  /** It has a node, or nobody here schedules it; nothing keeps it from anything. */
  record Settled(String sentence) implements PodAnswer {}

  /** No such pod is known. */
  record Unknown() implements PodAnswer {}
}
