/**
 * The programs of the control plane, built from their Go modules on first use and kept in a cache
 * of the user.
 */
@NullMarked
package io.tidemark.controlplane.build;

import org.jspecify.annotations.NullMarked;
