/**
 * What fit, scoring and the ledger say to each other about where a pod can go: plans, policies,
 * refusals, and the rules of capacity that fit and the ledger both apply.
 */
@NullMarked
package io.tidemark.api.placement;

import org.jspecify.annotations.NullMarked;
