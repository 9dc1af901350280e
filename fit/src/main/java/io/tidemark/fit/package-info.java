/**
 * Where a pod can go: a plan per node, or the reason why not (design, section 4). Pure functions of
 * one snapshot; the rules of capacity, selection and quota are those of {@code api}, nothing here
 * repeats one. A {@link io.tidemark.fit.FitPlanner} may be used by any number of threads.
 */
@NullMarked
package io.tidemark.fit;

import org.jspecify.annotations.NullMarked;
