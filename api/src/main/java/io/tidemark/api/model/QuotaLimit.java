package io.tidemark.api.model;

/**
 * One limit of a ResourceQuota on a device family.
 *
 * @param family the family's word
 * @param limit in the unit of {@link NamespaceAmount}, the family's factor applied; at least 0; an
 *     explicit 0 blocks
 */
public record QuotaLimit(String family, QuotaDimension dimension, long limit) {}
