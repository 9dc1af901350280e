package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.PodConditions;
import io.tidemark.app.report.Decision;
import io.tidemark.app.scheduling.BindResult;
import io.tidemark.app.scheduling.FilterOutcome;
import io.tidemark.app.scheduling.PlacementAnnotations;
import io.tidemark.app.scheduling.RefusalText;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.simulation.kubescheduler.NodeChecks;
import java.util.ArrayList;
import java.util.Comparator;
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
  private final PodBook book;
  private final Recorder recorder;
  private final NodeChecks nodeChecks;

  /**
   * @param schedulerNames whose pods are scheduled here; those of others are left alone
   */
  PodScheduling(
      EmbeddedCluster cluster,
      Scheduler scheduler,
      Set<String> schedulerNames,
      SimulatedClock clock,
      PodBook book,
      Recorder recorder) {
    this.cluster = cluster;
    this.scheduler = scheduler;
    this.schedulerNames = schedulerNames;
    this.clock = clock;
    this.book = book;
    this.recorder = recorder;
    this.nodeChecks = new NodeChecks(cluster.objects());
  }

  /** Filters and binds a pod that is in the cluster and has no node; records the decision. */
  void schedule(PodBook.Entry entry) {
    if (filter(entry)) {
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

  /** Bind alone, to the node that the last filter chose; filters first where there was none. */
  void bindOnly(PodBook.Entry entry) {
    if (entry.reservedNode() == null && !filter(entry)) {
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
    for (Waiting waiting : waiting()) {
      if (filter(waiting.entry())) {
        bind(waiting.entry());
      }
    }
  }

  private record Waiting(PodBook.Entry entry, PodRecord pod) {}

  private List<Waiting> waiting() {
    List<Waiting> waiting = new ArrayList<>();
    for (ObjectKey key : cluster.objects().keys("Pod")) {
      PodBook.Entry entry = book.find(new PodKey(key.namespace(), key.name()));
      if (entry != null && entry.decision() == Decision.UNSCHEDULABLE) {
        waiting.add(new Waiting(entry, pod(entry)));
      }
    }
    // The sort is stable, so pods of one age stay in the order in which they came.
    waiting.sort(
        Comparator.<Waiting>comparingInt(candidate -> -candidate.pod().priority())
            .thenComparing(candidate -> candidate.pod().created()));
    return waiting;
  }

  /** Whether a node was found; the entry says what was decided otherwise. */
  private boolean filter(PodBook.Entry entry) {
    ObjectNode object = object(entry);
    PodRecord pod = pod(entry);
    String held = held(object, pod);
    if (!held.isEmpty()) {
      entry.decide(Decision.PENDING, null, held);
      return false;
    }
    NodeChecks.Outcome remaining = nodeChecks.check(object);
    FilterOutcome outcome = scheduler.filter(pod, remaining.nodes(), clock.now());
    if (outcome instanceof FilterOutcome.Reserved reserved) {
      entry.reserve(reserved.node());
      entry.decide(Decision.PENDING, reserved.node(), "reserved, not bound yet");
      return true;
    }
    if (outcome instanceof FilterOutcome.PassThrough && !remaining.nodes().isEmpty()) {
      String node = remaining.nodes().get(0);
      entry.reserve(node);
      entry.decide(Decision.PENDING, node, "not bound yet");
      return true;
    }
    entry.reserve(null);
    unschedulable(entry, object, reason(outcome, remaining.reasons()));
    return false;
  }

  private void bind(PodBook.Entry entry) {
    PodRecord pod = pod(entry);
    String node = Objects.requireNonNull(entry.reservedNode());
    BindResult result = scheduler.bind(pod, node, clock.now());
    entry.reserve(null);
    if (result instanceof BindResult.Bound bound) {
      entry.decide(Decision.BOUND, node, null);
      remember(entry);
      recorder.decided(entry, PlacementAnnotations.texts(bound.allocation()));
    } else {
      String reason =
          result instanceof BindResult.Refused refused
              ? refused.reason()
              : ((BindResult.Unknown) result).reason();
      unschedulable(entry, object(entry), reason);
      recorder.decided(entry, Map.of());
    }
  }

  /** Why nobody schedules the pod at all; empty where we do. */
  private String held(JsonNode object, PodRecord pod) {
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

  private void unschedulable(PodBook.Entry entry, ObjectNode object, String reason) {
    entry.decide(Decision.UNSCHEDULABLE, null, reason);
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
    return PlacementAnnotations.texts(allocation);
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
