package io.tidemark.scoring;

/** The policies of a pod that asks for none. */
public record ScoringDefaults(
    NodePolicy nodePolicy, DevicePolicy devicePolicy, DeviceWeights deviceWeights) {}
