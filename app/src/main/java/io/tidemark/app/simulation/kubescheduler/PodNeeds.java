package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * All that the checks read of a pod: pods with equal needs are kept off the same nodes for the same
 * reasons.
 *
 * @param nodeSelector a map of labels
 * @param nodeSelectorTerms of the required node affinity
 */
public record PodNeeds(
    JsonNode nodeSelector,
    JsonNode nodeSelectorTerms,
    JsonNode tolerations,
    ComputeRequests requests) {
  public static PodNeeds of(JsonNode pod) {
    JsonNode spec = pod.path("spec");
    return new PodNeeds(
        spec.path("nodeSelector"),
        spec.path("affinity")
            .path("nodeAffinity")
            .path("requiredDuringSchedulingIgnoredDuringExecution")
            .path("nodeSelectorTerms"),
        spec.path("tolerations"),
        ComputeRequests.of(pod));
  }
}
