/** Pods through API server, webhook, kube-scheduler, Tidemark and device plugin, to their end. */
@NullMarked
package io.tidemark.controlplane.endtoend;

import org.jspecify.annotations.NullMarked;
