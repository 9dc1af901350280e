package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.PodConditions;
import io.tidemark.app.report.Decision;
import io.tidemark.app.scheduling.BindResult;
import io.tidemark.app.scheduling.FilterOutcome;
import io.tidemark.app.scheduling.RefusalText;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.simulation.kubescheduler.NodeChecks;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Schedules the pods of a simulated cluster as kube-scheduler would with Tidemark as its extender:
 * its own checks, filter, bind, and the condition on a pod that finds no node.
 */
final class PodScheduling {
  private final EmbeddedCluster cluster;
  private final Scheduler scheduler;
  private final Set<String> schedulerNames;
  private final SimulatedClock clock;
  private final Recorder recorder;
  private final NodeChecks nodeChecks;
  private final Misfits misfits;
  private final WaitingPods waiting;

  /**
   * @param schedulerNames whose pods are scheduled here; those of others are left alone
   * @param misfits is told by the caller what changes in the cluster
   */
  PodScheduling(
      EmbeddedCluster cluster,
      Scheduler scheduler,
      Set<String> schedulerNames,
      NodeChecks nodeChecks,
      Misfits misfits,
      SimulatedClock clock,
      PodBook book,
      Recorder recorder) {
    this.cluster = cluster;
    this.scheduler = scheduler;
    this.schedulerNames = schedulerNames;
    this.clock = clock;
    this.recorder = recorder;
    this.nodeChecks = nodeChecks;
    this.misfits = misfits;
    this.waiting = new WaitingPods(cluster, book);
  }

  /** Filters and binds a pod that is in the cluster and has no node; records the decision. */
  void schedule(PodBook.Entry entry) {
    if (filter(entry) == Attempt.FOUND) {
      bind(entry);
    } else {
      recorder.decided(entry, Map.of());
    }
  }

  /** Filter alone; the decision is recorded. */
  void filterOnly(PodBook.Entry entry) {
    filter(entry);
    recorder.decided(entry, reservedTexts(entry));
  }

  /**
   * Bind alone, to the node that the last filter chose, even where nothing is reserved there any
   * more; filters first where no node was chosen.
   */
  void bindOnly(PodBook.Entry entry) {
    if (entry.chosenNode() == null && filter(entry) != Attempt.FOUND) {
      recorder.decided(entry, Map.of());
      return;
    }
    bind(entry);
  }

  /**
   * Tries the pods again that found no node, by priority and then by age. Only those that find one
   * now are recorded: for the others nothing happened.
   */
  void wakeUp() {
    IdentityHashMap<WaitingPods.Shape, String> found = new IdentityHashMap<>();
    for (WaitingPods.Waiting pod : waiting.inOrder()) {
      PodBook.Entry entry = pod.entry();
      String known = found.get(pod.shape());
      // Room only gets less from here on, so what found no node would find none again.
      if (known != null && held(pod.object(), pod.pod()).isEmpty()) {
        unschedulable(entry, pod.pod(), known);
        continue;
      }
      Attempt attempt = filter(entry);
      if (attempt == Attempt.FOUND) {
        bind(entry);
      } else if (attempt == Attempt.NO_NODE) {
        found.put(pod.shape(), Objects.requireNonNull(entry.outcome().reason()));
      }
    }
  }

  private enum Attempt {
    FOUND,
    /** For a reason that holds for every pod of the same shape. */
    NO_NODE,
    /** For a reason of the pod's own. */
    NO_ANSWER
  }

  /** Looks for a node; the entry says what was decided. */
  private Attempt filter(PodBook.Entry entry) {
    ObjectNode object = object(entry);
    PodRecord pod = pod(entry);
    String held = held(object, pod);
    if (!held.isEmpty()) {
      entry.decide(Decision.PENDING, null, held);
      return Attempt.NO_ANSWER;
    }
    WaitingPods.Shape shape = WaitingPods.Shape.of(pod, object);
    if (misfits.reason(shape) != null) {
      // As a filter does first. A pod that had something reserved changes the cluster by it.
      scheduler.giveUp(pod, clock.now());
    }
    String known = misfits.reason(shape);
    if (known != null) {
      entry.choose(null);
      unschedulable(entry, pod, known);
      return Attempt.NO_NODE;
    }
    NodeChecks.Outcome remaining = nodeChecks.check(shape.needs());
    FilterOutcome outcome = scheduler.filter(pod, remaining.nodes(), clock.now());
    if (outcome instanceof FilterOutcome.Reserved reserved) {
      entry.choose(reserved.node());
      entry.decide(Decision.PENDING, reserved.node(), "reserved, not bound yet");
      return Attempt.FOUND;
    }
    if (outcome instanceof FilterOutcome.PassThrough && !remaining.nodes().isEmpty()) {
      String node = remaining.nodes().get(0);
      entry.choose(node);
      entry.decide(Decision.PENDING, node, "not bound yet");
      return Attempt.FOUND;
    }
    entry.choose(null);
    String reason = reason(outcome, remaining.reasons());
    unschedulable(entry, pod, reason);
    if (outcome instanceof FilterOutcome.Failed) {
      return Attempt.NO_ANSWER;
    }
    misfits.add(shape, reason);
    return Attempt.NO_NODE;
  }

  private void bind(PodBook.Entry entry) {
    PodRecord pod = pod(entry);
    String node = Objects.requireNonNull(entry.chosenNode());
    BindResult result = scheduler.bind(pod, node, clock.now());
    entry.choose(null);
    if (result instanceof BindResult.Bound bound) {
      entry.decide(Decision.BOUND, node, null);
      remember(entry);
      recorder.decided(entry, scheduler.texts(bound.allocation(), node, clock.now()));
    } else {
      String reason =
          result instanceof BindResult.Refused refused
              ? refused.reason()
              : ((BindResult.Unknown) result).reason();
      unschedulable(entry, pod, reason);
      recorder.decided(entry, Map.of());
    }
  }

  /** Why nobody schedules the pod at all; empty where we do. */
  String held(JsonNode object, PodRecord pod) {
    if (pod.deleting()) {
      return "is being deleted";
    }
    if (!object.path("spec").path("schedulingGates").isEmpty()) {
      return "has scheduling gates";
    }
    if (pod.status().terminal()) {
      return "has ended without a node";
    }
    String name = pod.schedulerName();
    boolean ours =
        schedulerNames.contains(name) || (!pod.asks() && name.equals("default-scheduler"));
    return ours ? "" : "is left to scheduler " + (name.isEmpty() ? "\"\"" : name);
  }

  /** Writes the condition as kube-scheduler does: only where it says something else than before. */
  private void unschedulable(PodBook.Entry entry, PodRecord pod, String reason) {
    boolean told =
        entry.decision() == Decision.UNSCHEDULABLE && reason.equals(entry.outcome().reason());
    entry.decide(Decision.UNSCHEDULABLE, null, reason);
    if (told && pod.status().unschedulable() != null) {
      return;
    }
    ObjectNode object = object(entry);
    PodConditions.setUnschedulable(object, reason, clock.now());
    cluster.objects().update(object);
    remember(entry);
  }

  private static String reason(FilterOutcome outcome, Map<String, String> byKubeScheduler) {
    List<NodeRefusal> refusals =
        outcome instanceof FilterOutcome.NoneFits none ? none.refusals() : List.of();
    if (outcome instanceof FilterOutcome.Failed failed) {
      return failed.reason();
    }
    return RefusalText.of(refusals, byKubeScheduler);
  }

  private Map<String, String> reservedTexts(PodBook.Entry entry) {
    PodAllocation allocation = scheduler.reservation(pod(entry), clock.now());
    return scheduler.texts(allocation, entry.chosenNode(), clock.now());
  }

  private void remember(PodBook.Entry entry) {
    entry.remember(object(entry));
  }

  private ObjectNode object(PodBook.Entry entry) {
    return Objects.requireNonNull(cluster.objects().get(ObjectKey.pod(entry.key())));
  }

  private PodRecord pod(PodBook.Entry entry) {
    return Objects.requireNonNull(cluster.present(entry.key()));
  }
}
