/**
 * Which plan is better: node and device policies. Pure functions of their arguments; what they
 * return is immutable and may be used by any thread.
 */
@NullMarked
package io.tidemark.scoring;

import org.jspecify.annotations.NullMarked;
