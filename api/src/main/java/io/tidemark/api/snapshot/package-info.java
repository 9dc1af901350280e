/**
 * The ledger at one moment, as immutable values that share structure with the snapshot before. Any
 * number of threads may read one; nothing in it changes.
 */
@NullMarked
package io.tidemark.api.snapshot;

import org.jspecify.annotations.NullMarked;
