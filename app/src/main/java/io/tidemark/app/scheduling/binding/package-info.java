/**
 * Binding pods to nodes that have a lock. Binds for one node stand in line and go one at a time, in
 * the order in which they came; those for different nodes do not wait for each other. A bind waits
 * until the pod bound before it has its devices and the node's lock is free, and is woken by what
 * is observed of the node, never by asking again and again.
 *
 * <p>Every bind writes the node first, on condition of the node's resourceVersion, and names its
 * pod there. Whoever was deposed as a leader without knowing it gets a conflict there, or at the
 * Binding, which is conditional on the pod's resourceVersion.
 *
 * <p>A definite refusal undoes everything. Where it is not known whether a Binding was written,
 * lock and reservation stay until the pod has been read.
 */
@NullMarked
package io.tidemark.app.scheduling.binding;

import org.jspecify.annotations.NullMarked;
