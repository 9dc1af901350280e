package io.tidemark.app.simulation;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.app.cluster.ClusterEvent;

/** Is told what happens in a simulated cluster, as it happens. */
interface ClusterWatcher {
  /** Nobody watches. */
  ClusterWatcher NONE = new ClusterWatcher() {};

  /** What was observed, after the ledger has taken it. */
  default void observed(ClusterEvent event, UsageChange change) {}

  /** A pod was decided on; its entry says what. */
  default void decided(PodBook.Entry pod) {}
}
