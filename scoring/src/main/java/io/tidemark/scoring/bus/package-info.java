/** Scoring on the event bus, and its configuration. Answers on the event loop, without waiting. */
@NullMarked
package io.tidemark.scoring.bus;

import org.jspecify.annotations.NullMarked;
