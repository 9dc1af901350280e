package io.tidemark.app.cluster;

import io.tidemark.api.model.PodRecord;

/**
 * A pod as it was seen.
 *
 * @param handover how far its device plugins are with it
 */
public record ObservedPod(PodRecord pod, Handover handover) {}
