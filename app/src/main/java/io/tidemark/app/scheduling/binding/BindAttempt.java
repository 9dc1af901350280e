package io.tidemark.app.scheduling.binding;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily.NodeLock;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import io.tidemark.app.cluster.ClusterGateway.Lookup;
import io.tidemark.app.cluster.ClusterGateway.WriteOutcome;
import io.tidemark.app.cluster.ObservedPod;
import io.tidemark.app.scheduling.Scheduler;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One pass through the steps of a bind, on a thread that may wait for the cluster. */
final class BindAttempt {
  /** Each means that the pod was written by somebody between its reading and the Binding. */
  private static final int BINDINGS = 3;

  /**
   * What attempts share.
   *
   * @param waiting the pod with that UID that the ledger knows to wait, null where it knows none
   * @param found is told of pods that the watch had not shown yet
   * @param leading whether this process still is the one that binds
   */
  record Tools(
      Scheduler scheduler,
      ClusterGateway gateway,
      NodeClaim nodes,
      DeviceFamilies families,
      Function<String, @Nullable PodRecord> waiting,
      Consumer<ClusterEvent> found,
      BooleanSupplier leading,
      Clock clock) {}

  /** How an attempt ended. */
  sealed interface Result {
    record Bound(PodRecord pod, PodAllocation allocation) implements Result {}

    /**
     * Nothing is bound, locked or reserved.
     *
     * @param pod null where there is none
     */
    record Failed(@Nullable PodRecord pod, String reason) implements Result {}

    record NotLeading() implements Result {}

    /** Somebody holds the node's lock; try again once that changed. */
    record Waits(PodKey lockHolder) implements Result {}

    /**
     * A Binding was sent and nobody knows what became of it; lock and reservation stay.
     *
     * @param attempt to go on with
     */
    record Unknown(BindAttempt attempt, PodRecord pod, PodAllocation allocation, String reason)
        implements Result {}
  }

  private final Tools tools;
  private final BindJob job;

  /** The node's locks as this attempt wrote them. */
  private NodeClaim.Locks locks = NodeClaim.Locks.NONE;

  BindAttempt(Tools tools, BindJob job) {
    this.tools = tools;
    this.job = job;
  }

  Result run() {
    Lookup<PodRecord> lookup = pod();
    if (!(lookup instanceof Lookup.Found<PodRecord> present)) {
      return new Result.Failed(null, NodeClaim.absent("pod " + job.key(), lookup));
    }
    PodRecord pod = present.object();
    if (pod.nodeName() != null) {
      return settledBefore(pod);
    }
    Result stop = stop(pod);
    return stop == null ? bind(pod) : stop;
  }

  /**
   * Whether a pod takes the node's lock: some container asks for a family whose plugin frees it.
   */
  static boolean locks(PodRecord pod, DeviceFamilies families) {
    return pod.families().stream()
        .anyMatch(word -> families.require(word).lock() == NodeLock.OWNER);
  }

  /** The keys of the locks without owner that the pod's device plugins release. */
  private static Set<String> bareLocks(PodRecord pod, DeviceFamilies families) {
    Set<String> keys = new TreeSet<>();
    for (String word : pod.families()) {
      String key = families.require(word).lockKey();
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  private Result bind(PodRecord pod) {
    if (pod.asks()) {
      boolean owned = locks(pod, tools.families());
      NodeClaim.Result claimed =
          tools.nodes().take(pod, job.node(), owned, bareLocks(pod, tools.families()));
      if (claimed instanceof NodeClaim.Result.Held held) {
        return new Result.Waits(held.by());
      }
      if (claimed instanceof NodeClaim.Result.Refused refused) {
        return failed(pod, refused.reason());
      }
      locks = ((NodeClaim.Result.Taken) claimed).locks();
    }
    Scheduler.Claim claim = tools.scheduler().claim(pod, job.node(), tools.clock().instant());
    if (claim instanceof Scheduler.Claim.Refused refused) {
      return undone(pod, refused.reason());
    }
    return write(pod, ((Scheduler.Claim.Held) claim).allocation());
  }

  private Result write(PodRecord decided, PodAllocation allocation) {
    PodRecord pod = decided;
    String reason = "";
    for (int attempt = 0; attempt < BINDINGS; attempt++) {
      Result stop = stop(pod);
      if (stop instanceof Result.Failed failed) {
        return undone(pod, failed.reason());
      }
      if (stop != null) {
        // Whoever leads now may have taken the lock for this very pod.
        return stop;
      }
      BindOutcome outcome =
          tools.scheduler().write(pod, job.node(), allocation, tools.clock().instant());
      if (outcome instanceof BindOutcome.Bound) {
        return new Result.Bound(pod, allocation);
      }
      if (outcome instanceof BindOutcome.Refused refused) {
        return undone(pod, refused.reason());
      }
      if (outcome instanceof BindOutcome.Unknown unknown) {
        return resolve(pod, allocation, unknown.reason());
      }
      reason = ((BindOutcome.Outdated) outcome).reason();
      Lookup<ObservedPod> lookup = tools.gateway().pod(pod.key());
      if (lookup instanceof Lookup.Failed<ObservedPod> failed) {
        return undone(pod, failed.reason());
      }
      if (!(lookup instanceof Lookup.Found<ObservedPod> present)
          || !present.object().pod().uid().equals(pod.uid())) {
        return undone(pod, "pod " + job.key() + " is gone");
      }
      if (present.object().pod().nodeName() != null) {
        return settled(pod, allocation, present.object());
      }
      pod = present.object().pod();
    }
    return undone(pod, reason);
  }

  /**
   * Finds out what became of a Binding that was sent. A pod that is written under another version
   * and still has no node will not get one from it. Once another leads, that is for the other to
   * find out: it meets the lock that stays.
   */
  Result resolve(PodRecord pod, PodAllocation allocation, String reason) {
    if (!tools.leading().getAsBoolean()) {
      return notLeading(pod);
    }
    WriteOutcome fence =
        tools
            .gateway()
            .annotatePod(pod, Map.of(NodeClaim.FENCE_KEY, tools.clock().instant().toString()));
    if (fence instanceof WriteOutcome.Failed failed) {
      return new Result.Unknown(this, pod, allocation, reason + "; " + failed.reason());
    }
    Lookup<ObservedPod> lookup = tools.gateway().pod(pod.key());
    if (lookup instanceof Lookup.Failed<ObservedPod> failed) {
      return new Result.Unknown(this, pod, allocation, reason + "; " + failed.reason());
    }
    if (lookup instanceof Lookup.Found<ObservedPod> present
        && present.object().pod().uid().equals(pod.uid())
        && present.object().pod().nodeName() != null) {
      return settled(pod, allocation, present.object());
    }
    return undone(pod, reason);
  }

  /** The pod has a node by now. */
  private Result settled(PodRecord pod, PodAllocation allocation, ObservedPod present) {
    tools.found().accept(new ClusterEvent.PodSeen(present));
    return job.node().equals(present.pod().nodeName())
        ? new Result.Bound(pod, allocation)
        : undone(pod, boundElsewhere(present.pod()));
  }

  /** The pod as the ledger knows it to wait; asks the cluster where it does not. */
  private Lookup<PodRecord> pod() {
    String uid = job.question().uid();
    PodRecord known = uid.isEmpty() ? null : tools.waiting().apply(uid);
    if (known != null && known.key().equals(job.key())) {
      return new Lookup.Found<>(known);
    }
    Lookup<ObservedPod> lookup = tools.gateway().pod(job.key());
    if (lookup instanceof Lookup.Failed<ObservedPod> failed) {
      return new Lookup.Failed<>(failed.reason());
    }
    return lookup instanceof Lookup.Found<ObservedPod> found
            && job.isFor(found.object().pod().uid())
        ? new Lookup.Found<>(found.object().pod())
        : new Lookup.Absent<>();
  }

  private Result settledBefore(PodRecord pod) {
    return job.node().equals(pod.nodeName())
        ? new Result.Bound(pod, PodAllocation.EMPTY)
        : new Result.Failed(null, boundElsewhere(pod));
  }

  private static String boundElsewhere(PodRecord pod) {
    return "pod " + pod.key() + " is already assigned to node " + pod.nodeName();
  }

  /** Why a bind must not be gone on with; null where nothing stands against it. */
  private @Nullable Result stop(PodRecord pod) {
    if (!tools.leading().getAsBoolean()) {
      return notLeading(pod);
    }
    if (job.caller().gone()) {
      return failed(pod, "whoever asked to bind pod " + job.key() + " has hung up");
    }
    if (pod.deleting()) {
      return failed(pod, "pod " + job.key() + " is being deleted");
    }
    return tools.clock().instant().isAfter(job.deadline())
        ? failed(pod, "node " + job.node() + " did not come free in time")
        : null;
  }

  private Result undone(PodRecord pod, String reason) {
    if (!locks.isEmpty()) {
      tools.nodes().release(job.node(), locks);
    }
    return failed(pod, reason);
  }

  private Result failed(PodRecord pod, String reason) {
    giveUp(pod);
    return new Result.Failed(pod, reason);
  }

  private Result notLeading(PodRecord pod) {
    giveUp(pod);
    return new Result.NotLeading();
  }

  private void giveUp(PodRecord pod) {
    tools.scheduler().giveUp(pod, tools.clock().instant());
  }
}
