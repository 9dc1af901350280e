/**
 * The ledger: what every pod is charged, per cluster. {@link io.tidemark.usage.Ledgers} is the way
 * in; everything else is reached through it.
 *
 * <p>A {@link io.tidemark.usage.Ledger} may be called from any thread. Each of its operations takes
 * its one lock, costs what its message touches and not what the cluster holds, and is applied as a
 * whole or not at all for each object. Nothing here reads a clock: the time is that of the message.
 */
@NullMarked
package io.tidemark.usage;

import org.jspecify.annotations.NullMarked;
