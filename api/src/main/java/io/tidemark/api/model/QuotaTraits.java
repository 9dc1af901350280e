package io.tidemark.api.model;

/**
 * What of a pod decides whether a scoped ResourceQuota selects it.
 *
 * @param priorityClassName empty where the pod names none
 * @param bestEffort no container requests or limits CPU or memory
 * @param terminating {@code spec.activeDeadlineSeconds} is set
 * @param crossNamespaceAffinity a pod affinity term names namespaces or selects them
 */
public record QuotaTraits(
    String priorityClassName,
    boolean bestEffort,
    boolean terminating,
    boolean crossNamespaceAffinity) {}
