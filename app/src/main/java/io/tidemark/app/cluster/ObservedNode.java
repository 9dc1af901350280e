package io.tidemark.app.cluster;

import io.tidemark.api.model.NodeRecord;

/**
 * A node as it was seen.
 *
 * @param lock the text of its node lock; empty where it is not locked
 */
public record ObservedNode(NodeRecord node, String lock) {
  /** Key of the node annotation that is the lock (protocol, section 1.9). */
  public static final String LOCK_KEY = "hami.io/mutex.lock";
}
