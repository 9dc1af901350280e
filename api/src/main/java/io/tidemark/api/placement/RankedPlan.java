package io.tidemark.api.placement;

/**
 * A plan and how much its node is preferred.
 *
 * @param score larger is better
 */
public record RankedPlan(NodePlan plan, double score) {}
