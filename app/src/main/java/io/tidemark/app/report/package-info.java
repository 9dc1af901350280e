/**
 * What a run of the simulator, or the live application, has to say, as immutable values, and the
 * writers that turn them into text, JSON and pictures. Nothing here decides or does I/O other than
 * writing to the given output; the same report always gives the same bytes.
 */
@NullMarked
package io.tidemark.app.report;

import org.jspecify.annotations.NullMarked;
