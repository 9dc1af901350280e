/** JUnit: one control plane for all test classes of a Java machine, a namespace for each test. */
@NullMarked
package io.tidemark.controlplane.junit;

import org.jspecify.annotations.NullMarked;
