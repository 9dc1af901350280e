/**
 * Plays kubelet and HAMi's device plugin on fake nodes, through the API server alone.
 *
 * <p>The kubelet part admits pods that are bound to its nodes, keeps device ids for a pod's life,
 * walks containers through real statuses and ends pods that are deleted. The plugin part finds its
 * pod by the node lock and takes slots out of the allocation, as HAMi's does, whether or not that
 * is right for the pod that the kubelet admits: what goes wrong on a real node goes wrong here, and
 * is noted as a {@link io.tidemark.controlplane.agent.Violation}.
 *
 * <p>Nothing here uses Tidemark's own reading of the wire format.
 */
@NullMarked
package io.tidemark.controlplane.agent;

import org.jspecify.annotations.NullMarked;
