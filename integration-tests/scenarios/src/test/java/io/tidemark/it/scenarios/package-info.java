/**
 * Runs every scenario file through the packaged program, as a user would: {@code tidemark simulate}
 * in a process of its own, its JSON report read back. Nothing here looks inside the program.
 */
@NullMarked
package io.tidemark.it.scenarios;

import org.jspecify.annotations.NullMarked;
