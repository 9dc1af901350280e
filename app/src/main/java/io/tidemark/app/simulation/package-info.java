/**
 * Runs Scenarios and plain manifests on an embedded cluster: the steps, the expectations, and a
 * stand-in for the parts of Kubernetes that decide beside Tidemark. Accounting, fit, scoring and
 * admission are the modules' own, over the bus.
 */
@NullMarked
package io.tidemark.app.simulation;

import org.jspecify.annotations.NullMarked;
