package io.tidemark.app.scheduling.binding;

import io.tidemark.api.model.PodKey;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.Caller;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * One bind that somebody asked for.
 *
 * @param locks whether the pod takes the node's lock, so that it must wait for the pod before it;
 *     true where the pod is not known yet
 * @param deadline when whoever asked is told that the node did not come free
 */
record BindJob(
    BindQuestion question,
    Caller caller,
    boolean locks,
    Instant deadline,
    CompletableFuture<BindAnswer> answer) {
  PodKey key() {
    return new PodKey(question.namespace(), question.name());
  }

  String uid() {
    return question.uid();
  }

  String node() {
    return question.node();
  }

  /** Whether a pod is the one that was asked for. */
  boolean isFor(String uid) {
    return uid().isEmpty() || uid().equals(uid);
  }
}
