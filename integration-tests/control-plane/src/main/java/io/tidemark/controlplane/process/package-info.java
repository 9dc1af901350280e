/** Processes that tests start, pause, kill and start again, with their logs. */
@NullMarked
package io.tidemark.controlplane.process;

import org.jspecify.annotations.NullMarked;
