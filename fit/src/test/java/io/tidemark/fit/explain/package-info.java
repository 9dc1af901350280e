/** Tests of the explainer. */
@org.jspecify.annotations.NullMarked
package io.tidemark.fit.explain;
