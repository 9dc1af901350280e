/**
 * Looks at a cluster or at files for a command that answers and ends: reads what decisions need of
 * the objects, and keeps a ledger over them that nobody else sees. Nothing here writes to a
 * cluster.
 */
@NullMarked
package io.tidemark.app.inspect;

import org.jspecify.annotations.NullMarked;
