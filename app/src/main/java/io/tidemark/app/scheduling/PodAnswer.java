package io.tidemark.app.scheduling;

import io.tidemark.api.bus.Explanation;

/** What there is to say of a pod that somebody asks about. */
public sealed interface PodAnswer {
  /** It waits, or could be submitted. */
  record Waiting(Explanation explanation) implements PodAnswer {}

  /** It has a node, or nobody here schedules it; nothing keeps it from anything. */
  record Settled(String sentence) implements PodAnswer {}

  /** No such pod is known. */
  record Unknown() implements PodAnswer {}
}
