/**
 * The statuses that a kubelet would show, as pure functions of a pod and a time. A virtual kubelet
 * runs nothing and remembers nothing: whatever it has to know of a pod's past, it reads from the
 * status that the pod has. It never changes a spec, metadata or an ended pod's phase.
 */
@NullMarked
package io.tidemark.app.simulation.kubelet;

import org.jspecify.annotations.NullMarked;
