package io.tidemark.api.model;

/**
 * The placement policies that a pod asks for by annotation, as written; empty where it leaves them
 * to the configured defaults (protocol, sections 4.6 and 4.7).
 *
 * @param nodePolicy {@code hami.io/node-scheduler-policy}
 * @param devicePolicy {@code hami.io/gpu-scheduler-policy}
 * @param deviceWeights {@code hami.io/device-scoring-weights}
 */
public record PolicyWish(String nodePolicy, String devicePolicy, String deviceWeights) {
  public static final PolicyWish NONE = new PolicyWish("", "", "");
}
