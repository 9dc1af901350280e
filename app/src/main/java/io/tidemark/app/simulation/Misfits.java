package io.tidemark.app.simulation;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.PodObjects;
import io.tidemark.app.cluster.embedded.StoreEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why pods found no node, by their shape, for as long as nothing changed that a reason depends on:
 * many pods of one template are then looked at once.
 */
final class Misfits {
  private final Map<WaitingPods.Shape, String> reasons = new HashMap<>();

  /** Null where a pod of that shape has to look for itself. */
  @Nullable String reason(WaitingPods.Shape shape) {
    return reasons.get(shape);
  }

  void add(WaitingPods.Shape shape, String reason) {
    reasons.put(shape, reason);
  }

  void forget() {
    reasons.clear();
  }

  void changed(UsageChange change) {
    if (!change.pods().isEmpty()) {
      forget();
    }
  }

  /** A pod without node takes nothing; what is reserved for one is told as a change of usage. */
  void stored(StoreEvent event) {
    boolean unboundPod =
        ObjectKey.of(event.object()).kind().equals("Pod") && !PodObjects.isBound(event.object());
    if (!unboundPod) {
      forget();
    }
  }
}
