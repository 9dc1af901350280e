/**
 * The ledger on the event bus: consumers that hand messages over and say what changed. The only
 * package of this module that sees Quarkus.
 */
@NullMarked
package io.tidemark.usage.bus;

import org.jspecify.annotations.NullMarked;
