/** Threads of the application's own. */
@NullMarked
package io.tidemark.app.threads;

import org.jspecify.annotations.NullMarked;
