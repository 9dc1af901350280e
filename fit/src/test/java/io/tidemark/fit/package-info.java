/** Tests of the planner, and the fixtures that those of the explainer share. */
@org.jspecify.annotations.NullMarked
package io.tidemark.fit;
