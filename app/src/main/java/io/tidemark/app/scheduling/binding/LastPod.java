package io.tidemark.app.scheduling.binding;

import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import java.util.Optional;

/** The pod that a node was last written for, see {@code ObservedNode.LAST_POD_KEY}. */
record LastPod(String uid, PodKey key) {
  /** Empty where the text names no pod. */
  static Optional<LastPod> read(String text) {
    String[] parts = text.split(",", -1);
    return parts.length == 3
        ? Optional.of(new LastPod(parts[0], new PodKey(parts[1], parts[2])))
        : Optional.empty();
  }

  static String of(PodRecord pod) {
    return pod.uid() + "," + pod.key().namespace() + "," + pod.key().name();
  }
}
