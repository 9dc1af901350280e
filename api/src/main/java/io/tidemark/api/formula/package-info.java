/**
 * What a pod is charged (design, section 2): the formula over steps, the watermark that is read
 * from the pod's status, and the footprints that come out of the two. Pure functions of their
 * arguments.
 */
@NullMarked
package io.tidemark.api.formula;

import org.jspecify.annotations.NullMarked;
