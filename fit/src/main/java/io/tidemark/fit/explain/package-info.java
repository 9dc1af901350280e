/**
 * Why a pod is pending and when it may fit (design, section 4, "Explain"). What would be after a
 * coming release is never reckoned by hand: the release is applied to a copy of the snapshot with
 * the formula of {@code api}, and the pod is planned again on it.
 */
@NullMarked
package io.tidemark.fit.explain;

import org.jspecify.annotations.NullMarked;
