package io.tidemark.api.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a pod's status the accounting reads.
 *
 * @param phase only {@code Succeeded} and {@code Failed} are looked at
 * @param states aligned with the pod's containers, matched by name
 * @param allContainersRestarting condition {@code AllContainersRestarting} is true (Kubernetes
 *     1.36, in-place restart): nothing counts as finished
 * @param unschedulable identity of condition {@code PodScheduled=False, reason=Unschedulable}: its
 *     transition time and message; null where the pod has none
 */
public record PodStatus(
    String phase,
    List<ContainerState> states,
    boolean allContainersRestarting,
    @Nullable String unschedulable) {
  public PodStatus {
    states = List.copyOf(states);
  }

  /** Whether no container of the pod runs now or will run again. */
  public boolean terminal() {
    return phase.equals("Succeeded") || phase.equals("Failed");
  }
}
