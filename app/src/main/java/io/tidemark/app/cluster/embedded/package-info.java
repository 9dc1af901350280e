/**
 * A cluster that lives in memory: an object store that does what an API server and its watches do
 * with the kinds that matter here. One thread at a time; the order of its events is the order of
 * the writes. It backs the simulator and {@code serve --embedded}.
 */
@NullMarked
package io.tidemark.app.cluster.embedded;

import org.jspecify.annotations.NullMarked;
