package io.tidemark.app.scheduling.live;

import org.jspecify.annotations.Nullable;

/** Whether this replica may answer kube-scheduler. Asked for every answer and every write. */
public interface Standing {
  /** Why somebody else answers; null where this replica leads. */
  @Nullable String notLeading();

  /** Why what is known of the cluster is not good enough to decide on; null where it is. */
  @Nullable String notCurrent();

  default boolean leads() {
    return notLeading() == null;
  }
}
