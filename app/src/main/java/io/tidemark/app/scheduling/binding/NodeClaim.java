package io.tidemark.app.scheduling.binding;

import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ClusterGateway.Lookup;
import io.tidemark.app.cluster.ClusterGateway.WriteOutcome;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes a node for the bind of one pod: the write under the node's resourceVersion that every bind
 * begins with, which sets the lock where the pod's device plugins use it. Waits for the cluster,
 * not for the lock.
 */
final class NodeClaim {
  /** Each conflict means that somebody else wrote the node; a busy kubelet does so every second. */
  private static final int ATTEMPTS = 5;

  /** How long a family's lock without owner stands (cambricon: HAMi's own two minutes). */
  private static final Duration BARE_LOCK_LIFE = Duration.ofMinutes(2);

  /** Written into a pod so that a Binding that is still under way finds another version. */
  static final String FENCE_KEY = "tidemark.io/fenced-at";

  private final ClusterGateway gateway;
  private final NodeBook book;
  private final Predicate<PodRecord> inFlight;
  private final BiPredicate<String, String> charged;
  private final Consumer<ClusterEvent> found;
  private final Clock clock;
  private final Duration bareLockLife;

  /** What became of it. */
  sealed interface Result {
    record Taken(Locks locks) implements Result {}

    /** Somebody holds the lock who may still need it. */
    record Held(PodKey by) implements Result {}

    record Refused(String reason) implements Result {}
  }

  /**
   * @param inFlight whether a bind of ours is under way for a pod
   * @param charged whether the ledger charges a UID on a node
   * @param found is told of bound pods that the watch had not shown yet
   * @param bareLockLife how long a lock without owner is respected
   */
  NodeClaim(
      ClusterGateway gateway,
      NodeBook book,
      Predicate<PodRecord> inFlight,
      BiPredicate<String, String> charged,
      Consumer<ClusterEvent> found,
      Clock clock,
      Duration bareLockLife) {
    this.gateway = gateway;
    this.book = book;
    this.inFlight = inFlight;
    this.charged = charged;
    this.found = found;
    this.clock = clock;
    this.bareLockLife = bareLockLife;
  }

  /**
   * Locks as they were written.
   *
   * @param owned the node's lock; empty where the pod needs none
   * @param bare by annotation key, the locks without owner
   */
  record Locks(String owned, Map<String, String> bare) {
    static final Locks NONE = new Locks("", Map.of());

    Locks {
      bare = Map.copyOf(bare);
    }

    boolean isEmpty() {
      return owned.isEmpty() && bare.isEmpty();
    }
  }

  /**
   * @param locks whether the pod's device plugins find it by the lock
   * @param bareKeys the locks without owner that its device plugins release
   */
  Result take(PodRecord pod, String node, boolean locks, Set<String> bareKeys) {
    NodeBook.View view = book.view(node);
    String failure = "node " + node + " is written by others all the time";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (view == null) {
        Lookup<ObservedNode> lookup = gateway.node(node);
        if (!(lookup instanceof Lookup.Found<ObservedNode> present)) {
          return new Result.Refused(absent("node " + node, lookup));
        }
        view = NodeBook.View.of(present.object());
        book.seen(node, view);
      }
      Result refusal = bareLock(node, view, bareKeys);
      refusal = refusal == null ? obstacle(pod, node, view, locks) : refusal;
      if (refusal != null) {
        return refusal;
      }
      String lock = locks ? LockText.of(pod.key(), clock.instant()) : view.lock();
      Map<String, String> bare = new HashMap<>();
      bareKeys.forEach(key -> bare.put(key, LockText.bare(clock.instant())));
      WriteOutcome outcome = write(pod, node, view, lock, bare);
      if (outcome instanceof WriteOutcome.Written) {
        return new Result.Taken(new Locks(locks ? lock : "", bare));
      }
      if (outcome instanceof WriteOutcome.Absent) {
        return new Result.Refused("node " + node + " not found");
      }
      if (outcome instanceof WriteOutcome.Failed failed) {
        failure = failed.reason();
      }
      view = null;
    }
    return new Result.Refused(failure);
  }

  /**
   * Takes locks off again. Another lock stays, even of the same pod: whoever leads by now may have
   * taken it for a bind of its own.
   */
  void release(String node, Locks locks) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!(gateway.node(node) instanceof Lookup.Found<ObservedNode> present)) {
        return;
      }
      NodeBook.View view = NodeBook.View.of(present.object());
      Map<String, @Nullable String> unlock = new HashMap<>();
      Map<String, String> left = new HashMap<>(view.bareLocks());
      boolean owned = !locks.owned().isEmpty() && view.lock().equals(locks.owned());
      if (owned) {
        unlock.put(ObservedNode.LOCK_KEY, null);
      }
      locks
          .bare()
          .forEach(
              (key, text) -> {
                if (left.remove(key, text)) {
                  unlock.put(key, null);
                }
              });
      if (unlock.isEmpty()) {
        return;
      }
      if (gateway.annotateNode(node, view.version(), unlock)
          instanceof WriteOutcome.Written written) {
        book.seen(
            node,
            new NodeBook.View(
                written.resourceVersion(), owned ? "" : view.lock(), view.lastPod(), left));
        return;
      }
    }
  }

  private WriteOutcome write(
      PodRecord pod, String node, NodeBook.View view, String lock, Map<String, String> bare) {
    String lastPod = LastPod.of(pod);
    Map<String, @Nullable String> annotations = new HashMap<>();
    annotations.put(ObservedNode.LAST_POD_KEY, lastPod);
    if (!lock.equals(view.lock())) {
      annotations.put(ObservedNode.LOCK_KEY, lock);
    }
    annotations.putAll(bare);
    WriteOutcome outcome = gateway.annotateNode(node, view.version(), annotations);
    if (outcome instanceof WriteOutcome.Written written) {
      Map<String, String> bareLocks = new HashMap<>(view.bareLocks());
      bareLocks.putAll(bare);
      book.seen(node, new NodeBook.View(written.resourceVersion(), lock, lastPod, bareLocks));
    }
    return outcome;
  }

  /** A lock without owner stands for two minutes; one that cannot be read is nobody's. */
  private @Nullable Result bareLock(String node, NodeBook.View view, Set<String> keys) {
    for (String key : keys) {
      String text = view.bareLocks().getOrDefault(key, "");
      if (LockText.read(text) instanceof LockText.Bare bare
          && Duration.between(bare.since(), clock.instant()).abs().compareTo(BARE_LOCK_LIFE) < 0) {
        return new Result.Refused("node " + node + " is locked by " + key + " since " + text);
      }
    }
    return null;
  }

  private @Nullable Result obstacle(PodRecord pod, String node, NodeBook.View view, boolean locks) {
    Result holder = locks ? holder(pod, node, view.lock()) : null;
    return holder == null ? unknownPod(pod, node, view.lastPod()) : holder;
  }

  private @Nullable Result holder(PodRecord pod, String node, String text) {
    LockText lock = LockText.read(text);
    if (lock instanceof LockText.Bare bare) {
      Duration age = Duration.between(bare.since(), clock.instant()).abs();
      return age.compareTo(bareLockLife) < 0
          ? new Result.Refused("node " + node + " is locked, its lock names no owner: " + text)
          : null;
    }
    return lock instanceof LockText.Owned owned && !owned.owner().equals(pod.key())
        ? settle(owned.owner(), null, node, true)
        : null;
  }

  /** The node names a pod that the ledger does not charge here: it may be newer than the watch. */
  private @Nullable Result unknownPod(PodRecord pod, String node, String text) {
    LastPod last = LastPod.read(text).orElse(null);
    if (last == null
        || last.uid().equals(pod.uid())
        || charged.test(last.uid(), node)
        || book.isSettled(node, text)) {
      return null;
    }
    Result refusal = settle(last.key(), last.uid(), node, false);
    if (refusal == null) {
      book.settled(node, text);
    }
    return refusal;
  }

  /**
   * Finds out whether a pod that was about to be bound here is bound, or makes sure that it will
   * not be: its Binding may be under way, sent by whoever led before.
   *
   * @param uid null where any pod of that name is meant
   * @param holdsLock while the pod awaits its devices, nobody else may take the lock
   */
  private @Nullable Result settle(
      PodKey key, @Nullable String uid, String node, boolean holdsLock) {
    Lookup<ObservedPod> lookup = gateway.pod(key);
    ObservedPod pod = of(lookup, uid);
    if (pod != null && pod.pod().nodeName() == null && !pod.pod().status().terminal()) {
      if (inFlight.test(pod.pod())) {
        return holdsLock ? new Result.Held(key) : null;
      }
      WriteOutcome fence =
          gateway.annotatePod(pod.pod(), Map.of(FENCE_KEY, clock.instant().toString()));
      if (fence instanceof WriteOutcome.Failed failed) {
        return new Result.Refused("pod " + key + " cannot be written: " + failed.reason());
      }
      lookup = gateway.pod(key);
      pod = of(lookup, uid);
    }
    if (lookup instanceof Lookup.Failed<ObservedPod> failed) {
      return new Result.Refused("pod " + key + " cannot be read: " + failed.reason());
    }
    if (pod == null || !node.equals(pod.pod().nodeName())) {
      return null;
    }
    found.accept(new ClusterEvent.PodSeen(pod));
    return holdsLock && pod.awaitsDevices() ? new Result.Held(key) : null;
  }

  private static @Nullable ObservedPod of(Lookup<ObservedPod> lookup, @Nullable String uid) {
    return lookup instanceof Lookup.Found<ObservedPod> found
            && (uid == null || found.object().pod().uid().equals(uid))
        ? found.object()
        : null;
  }

  static String absent(String what, Lookup<?> lookup) {
    return lookup instanceof Lookup.Failed<?> failed
        ? what + " cannot be read: " + failed.reason()
        : what + " not found";
  }
}
