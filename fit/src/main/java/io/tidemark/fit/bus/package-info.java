/** Fit on the event bus. Answers on the event loop, without waiting. */
@NullMarked
package io.tidemark.fit.bus;

import org.jspecify.annotations.NullMarked;
