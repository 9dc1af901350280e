/** What becomes of pods when something breaks in the middle. */
@NullMarked
package io.tidemark.faults;

import org.jspecify.annotations.NullMarked;
