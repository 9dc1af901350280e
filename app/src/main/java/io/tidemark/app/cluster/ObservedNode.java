package io.tidemark.app.cluster;

import io.tidemark.api.model.NodeRecord;
import java.util.Map;

/**
 * A node as it was seen.
 *
 * @param lock the text of its node lock; empty where it is not locked
 * @param lastPod the pod that was last about to be bound to it, as {@link #LAST_POD_KEY} has it;
 *     empty where there was none
 * @param bareLocks by annotation key, the locks without owner of families that have one
 */
public record ObservedNode(
    NodeRecord node, String lock, String lastPod, Map<String, String> bareLocks) {
  public ObservedNode {
    bareLocks = Map.copyOf(bareLocks);
  }

  /** Key of the node annotation that is the lock (protocol, section 1.9). */
  public static final String LOCK_KEY = "hami.io/mutex.lock";

  /**
   * Key of the node annotation that names the pod for which the node was last written before a
   * bind, as {@code uid,namespace,name}. It outlives the lock: whoever writes the node next learns
   * by it of a pod that its own watch may not have shown yet.
   */
  public static final String LAST_POD_KEY = "tidemark.io/last-pod";
}
