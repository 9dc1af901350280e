/** The command line: reads arguments, calls what does the work, writes what it returns. */
@NullMarked
package io.tidemark.app.cli;

import org.jspecify.annotations.NullMarked;
