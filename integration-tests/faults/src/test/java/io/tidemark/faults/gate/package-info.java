/** A way to the API server on which calls can be held, lost and refused. */
@NullMarked
package io.tidemark.faults.gate;

import org.jspecify.annotations.NullMarked;
