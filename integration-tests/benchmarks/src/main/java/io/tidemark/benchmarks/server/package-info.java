/** Measures {@code tidemark serve} from outside: over HTTP, and through a real kube-scheduler. */
@NullMarked
package io.tidemark.benchmarks.server;

import org.jspecify.annotations.NullMarked;
