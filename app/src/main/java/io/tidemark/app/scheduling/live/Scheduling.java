package io.tidemark.app.scheduling.live;

import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.scheduling.Extender;

/** What schedules the pods of one live cluster, or decides beside the one that does. */
public interface Scheduling {
  /** What kube-scheduler asks. */
  Extender extender();

  /** Shows the ledger an observation, and then whoever waits for it. */
  void observe(ClusterEvent event);

  /** Does what is due by now, such as ending reservations. To be called every few seconds. */
  void tick();

  /** Lets everything that waits try again, as where this replica begins to lead. */
  void goOn();

  /**
   * Sends away whoever waits, and ends what was reserved: another leads, who knows nothing of it. A
   * pod that was bound all the same is charged when it is seen.
   */
  void endTerm();
}
