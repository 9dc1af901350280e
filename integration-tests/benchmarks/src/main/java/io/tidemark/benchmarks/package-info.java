/** Speed, measured with JMH; docs/benchmarks.md has the command and the figures. */
@NullMarked
package io.tidemark.benchmarks;

import org.jspecify.annotations.NullMarked;
