/**
 * The messages of the event bus and the addresses they go to. All are immutable and passed by
 * reference; expected outcomes are values, so an exception on the bus means a fault.
 */
@NullMarked
package io.tidemark.api.bus;

import org.jspecify.annotations.NullMarked;
