package io.tidemark.app.cluster;

import io.tidemark.api.model.ContainerState;
import io.tidemark.api.model.PodRecord;

/**
 * A pod as it was seen.
 *
 * @param handover how far its device plugins are with it
 */
public record ObservedPod(PodRecord pod, Handover handover) {
  /**
   * Whether a device plugin has yet to serve the pod on its node. The kubelet has all devices of a
   * pod before it starts the first container.
   */
  public boolean awaitsDevices() {
    return pod.nodeName() != null
        && !pod.status().terminal()
        && !pod.status().phase().equals("Running")
        && handover.pending()
        && pod.status().states().stream().noneMatch(ObservedPod::hasStarted);
  }

  private static boolean hasStarted(ContainerState state) {
    return state instanceof ContainerState.Running || state instanceof ContainerState.Terminated;
  }
}
