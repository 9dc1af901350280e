/**
 * A real Kubernetes control plane for tests: etcd, kube-apiserver, kube-scheduler and
 * kube-controller-manager as processes on loopback ports, each of which a test can stop, kill,
 * pause and start again.
 *
 * <p>Start at {@link io.tidemark.controlplane.junit.ControlPlaneTest} in a JUnit test, and at
 * {@link io.tidemark.controlplane.ControlPlane} elsewhere.
 */
@NullMarked
package io.tidemark.controlplane;

import org.jspecify.annotations.NullMarked;
