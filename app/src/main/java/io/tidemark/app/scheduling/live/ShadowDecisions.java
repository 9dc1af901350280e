package io.tidemark.app.scheduling.live;

import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.Supposition;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.NodeSearch;
import io.tidemark.app.scheduling.PodShape;
import io.tidemark.app.scheduling.RefusalText;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What we would decide for pods that somebody else places: each is decided on once, or until it
 * fits, against what the ones decided on before it would leave; where it went in the end is set
 * beside that. Thread-safe.
 */
final class ShadowDecisions {
  private static final String NO_NODE = "";

  /**
   * What was decided.
   *
   * @param node {@link #NO_NODE} where none can take the pod
   */
  private record Choice(String node, PodAllocation allocation) {}

  private final NodeSearch search;
  private final DecisionLog log;
  private final Clock clock;
  private final Set<String> schedulerNames;
  private final Map<String, Choice> choices = new HashMap<>();

  /**
   * @param schedulerNames whose waiting pods are decided on
   */
  ShadowDecisions(NodeSearch search, DecisionLog log, Clock clock, Set<String> schedulerNames) {
    this.search = search;
    this.log = log;
    this.clock = clock;
    this.schedulerNames = Set.copyOf(schedulerNames);
  }

  /** Decides for the waiting pods that have no node yet. */
  synchronized void decide(ClusterSnapshot present) {
    ClusterSnapshot supposed = supposed(present, null);
    Set<PodShape> misfits = new HashSet<>();
    for (PodRecord pod : present.waiting().values().stream().sorted(WakeUps.ORDER).toList()) {
      Choice before = choices.get(pod.uid());
      boolean decided = before != null && !before.node().equals(NO_NODE);
      boolean ours = schedulerNames.contains(pod.schedulerName()) && pod.asks() && !pod.deleting();
      PodShape shape = PodShape.of(pod);
      if (decided || !ours || (before != null && misfits.contains(shape))) {
        continue;
      }
      Choice choice = decide(pod, supposed, null, before != null);
      if (choice.node().equals(NO_NODE)) {
        misfits.add(shape);
      } else {
        supposed = Supposition.placed(supposed, pod, choice.node(), choice.allocation());
      }
    }
  }

  /**
   * Decides for a pod that somebody asks about.
   *
   * @param candidates names of nodes; null for all
   */
  synchronized void decide(
      PodRecord pod, ClusterSnapshot present, @Nullable List<String> candidates) {
    decide(pod, supposed(present, pod.uid()), candidates, false);
  }

  /** Somebody asked us to bind a pod, and was refused. */
  void bindRefused(PodKey pod, String uid, String node, String reason) {
    log.add(new DecisionLog.Entry(clock.instant(), pod, uid, What.BIND_FAILED, node, reason));
  }

  /** Somebody gave a pod a node. */
  synchronized void bound(PodRecord pod, String node) {
    Choice choice = choices.remove(pod.uid());
    if (choice != null) {
      String ours =
          choice.node().equals(NO_NODE)
              ? "no node"
              : choice.node().equals(node) ? "the same node" : "node " + choice.node();
      add(pod, What.BOUND, node, "by another scheduler; the dry run had chosen " + ours);
    }
  }

  synchronized void gone(String uid) {
    choices.remove(uid);
  }

  /** These pods are there, and no others. */
  synchronized void listed(List<PodRecord> pods) {
    Set<String> present = new HashSet<>();
    for (PodRecord pod : pods) {
      present.add(pod.uid());
      if (pod.nodeName() != null) {
        bound(pod, pod.nodeName());
      }
    }
    choices.keySet().retainAll(present);
  }

  private Choice decide(
      PodRecord pod,
      ClusterSnapshot supposed,
      @Nullable List<String> candidates,
      boolean misfitIsKnown) {
    Instant now = clock.instant();
    NodeSearch.Result result = search.nodes(pod, supposed, candidates, now);
    Choice choice = new Choice(NO_NODE, PodAllocation.EMPTY);
    if (result instanceof NodeSearch.Result.Unreadable unreadable) {
      report(pod, unreadable.reason(), misfitIsKnown);
    } else {
      NodeSearch.Result.Found found = (NodeSearch.Result.Found) result;
      if (found.plans().isEmpty()) {
        report(pod, RefusalText.of(found.refusals()), misfitIsKnown);
      } else {
        NodePlan best = search.best(found, now);
        choice = new Choice(best.node().name(), best.allocation());
        add(pod, What.CHOSEN, choice.node(), "dry run: nothing is reserved or written");
      }
    }
    choices.put(pod.uid(), choice);
    return choice;
  }

  private void report(PodRecord pod, String reason, boolean known) {
    if (!known) {
      add(pod, What.UNSCHEDULABLE, null, reason);
    }
  }

  private void add(PodRecord pod, What what, @Nullable String node, String reason) {
    log.add(new DecisionLog.Entry(clock.instant(), pod.key(), pod.uid(), what, node, reason));
  }

  /**
   * The cluster as it would be with all that was chosen for the pods that still wait.
   *
   * @param exceptUid a pod whose choice is left out; null for none
   */
  private ClusterSnapshot supposed(ClusterSnapshot present, @Nullable String exceptUid) {
    ClusterSnapshot supposed = present;
    for (PodRecord pod : present.waiting().values().stream().sorted(WakeUps.ORDER).toList()) {
      Choice choice = choices.get(pod.uid());
      if (choice != null
          && !pod.uid().equals(exceptUid)
          && supposed.node(choice.node()) != null
          && supposed.charge(pod.uid()) == null) {
        supposed = Supposition.placed(supposed, pod, choice.node(), choice.allocation());
      }
    }
    return supposed;
  }
}
