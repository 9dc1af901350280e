/**
 * Is a pod ours, what is its normal form, may it be created. Pure functions of a review: the object
 * under review is never changed, and the same review has the same verdict.
 */
@NullMarked
package io.tidemark.admission;

import org.jspecify.annotations.NullMarked;
