/** Tidemark as a program on a control plane of ours, installed as its documentation says. */
@NullMarked
package io.tidemark.controlplane.tidemark;

import org.jspecify.annotations.NullMarked;
