package io.tidemark.app.scheduling.binding;

import io.tidemark.api.model.PodKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The binds that wait for one node, in the order in which they came. Guarded by its desk. */
final class NodeLine {
  private final Deque<BindJob> waiting = new ArrayDeque<>();
  private @Nullable BindJob underWay;
  private @Nullable PodKey holder;
  private boolean wokenSinceStart;

  void add(BindJob job) {
    waiting.add(job);
  }

  /**
   * Whether the first bind may start.
   *
   * @param mayStart whether the first of them could, as far as the node is concerned
   */
  boolean ready(Predicate<BindJob> mayStart) {
    BindJob first = waiting.peek();
    return underWay == null && holder == null && first != null && mayStart.test(first);
  }

  BindJob start() {
    BindJob job = waiting.remove();
    underWay = job;
    wokenSinceStart = false;
    return job;
  }

  /**
   * The bind under way found the lock held: it stands first in line again until that changes. It
   * may have changed since the bind looked.
   */
  void park(PodKey lockHolder) {
    BindJob job = underWay;
    if (job != null) {
      waiting.addFirst(job);
    }
    underWay = null;
    holder = wokenSinceStart ? null : lockHolder;
  }

  void wake() {
    holder = null;
    wokenSinceStart = true;
  }

  boolean isHeldBy(PodKey pod) {
    return pod.equals(holder);
  }

  Optional<PodKey> holder() {
    return Optional.ofNullable(holder);
  }

  boolean isWaiting(BindJob job) {
    return waiting.contains(job);
  }

  void withdraw(BindJob job) {
    waiting.remove(job);
  }

  void end() {
    underWay = null;
  }

  boolean isEmpty() {
    return underWay == null && waiting.isEmpty();
  }
}
