/**
 * The third driver of the scenario files: a real API server, kube-scheduler, Tidemark as it is
 * deployed, and a node agent in the place of kubelets and device plugins.
 */
@NullMarked
package io.tidemark.it.scenarios.cluster;

import org.jspecify.annotations.NullMarked;
