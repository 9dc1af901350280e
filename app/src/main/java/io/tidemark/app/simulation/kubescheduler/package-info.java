/**
 * A stand-in for what kube-scheduler checks before it asks an extender: cordoned nodes, taints,
 * node selectors and required node affinity, CPU, memory and the number of pods. Enough to say
 * whether a real cluster's pod could run; preemption, spreading and inter-pod affinity are left
 * out, and docs/scenarios.md says so.
 */
@NullMarked
package io.tidemark.app.simulation.kubescheduler;

import org.jspecify.annotations.NullMarked;
