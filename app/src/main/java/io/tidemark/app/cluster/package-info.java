/**
 * The one port to a cluster. Everything above it decides; only what stands here and below observes
 * and writes a cluster, be it the API server or the embedded object store. Writes are conditional
 * on the resourceVersion that the decision was made on, so a late writer gets a conflict, never a
 * lost update.
 */
@NullMarked
package io.tidemark.app.cluster;

import org.jspecify.annotations.NullMarked;
