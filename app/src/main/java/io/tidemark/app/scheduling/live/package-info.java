/**
 * Scheduling on a live cluster: what the simulator drives step by step happens here as the cluster
 * asks and as things are observed. Observations come in one order, each is taken by the ledger
 * first and then by whoever waits for it: binds in line, pods that may fit now, and the users of
 * pods who are told.
 */
@NullMarked
package io.tidemark.app.scheduling.live;

import org.jspecify.annotations.NullMarked;
