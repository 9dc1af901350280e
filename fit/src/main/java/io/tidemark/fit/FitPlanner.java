package io.tidemark.fit;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers where a pod can go (design, section 4, "Fit"). Of the plans for a node it gives the one
 * with the smallest merged footprint, by memory, then cores, then slots; of those the one that the
 * policy prefers. Exact for a few containers on a few devices; the search that a larger case gets
 * is bounded, see {@link SearchBudget}, and may then miss a plan, but never makes a wrong one.
 *
 * <p>Stateless; any number of threads may ask at the same time. The same request always gets the
 * same answer.
 */
public final class FitPlanner {
  private final DeviceFamilies families;

  public FitPlanner(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * One plan per candidate that can take the pod; where none can, one refusal per candidate.
   *
   * @throws IllegalArgumentException where the pod asks for a family that is not enabled
   */
  public PlanReply plan(Plan request) {
    SearchBudget budget = new SearchBudget();
    List<String> candidates = candidates(request);
    List<NodePlan> plans = plans(request, candidates, budget);
    return new PlanReply(
        plans, plans.isEmpty() ? refusals(request, candidates, budget) : List.of());
  }

  /** {@link #plan}, with a refusal also where another candidate can take the pod. */
  public PlanReply planAndExplain(Plan request) {
    SearchBudget budget = new SearchBudget();
    List<String> candidates = candidates(request);
    List<NodePlan> plans = plans(request, candidates, budget);
    Set<String> planned = new HashSet<>();
    plans.forEach(plan -> planned.add(plan.node().name()));
    List<String> others = candidates.stream().filter(name -> !planned.contains(name)).toList();
    return new PlanReply(plans, refusals(request, others, budget));
  }

  /**
   * For planning one pod on one node after another, under the quotas of its namespace as they are
   * given. What comes back is for one thread; its search is bounded as that of one request.
   */
  public NodeFit nodeFit(
      Instant at, PodRecord pod, PlacementPolicy policy, NamespaceSnapshot namespace) {
    return new NodeFit(
        PodAsk.within(families, pod, policy, namespace), policy, at, new SearchBudget());
  }

  private List<NodePlan> plans(Plan request, List<String> candidates, SearchBudget budget) {
    PodRecord pod = request.pod();
    ClusterSnapshot snapshot = request.snapshot();
    PodAsk ask =
        PodAsk.within(families, pod, request.policy(), snapshot.namespace(pod.key().namespace()));
    NodeFit fit = new NodeFit(ask, request.policy(), request.at(), budget);
    List<NodePlan> plans = new ArrayList<>();
    for (String name : candidates) {
      NodeSnapshot node = snapshot.node(name);
      NodePlan plan = node == null ? null : fit.plan(node);
      if (plan != null) {
        plans.add(plan);
      }
    }
    return Collections.unmodifiableList(plans);
  }

  private List<NodeRefusal> refusals(Plan request, List<String> candidates, SearchBudget budget) {
    ClusterSnapshot snapshot = request.snapshot();
    NodeRefusals reasons = new NodeRefusals(families, request, budget);
    List<NodeRefusal> refusals = new ArrayList<>(candidates.size());
    for (String name : candidates) {
      NodeSnapshot node = snapshot.node(name);
      refusals.add(node == null ? NodeRefusals.unknown(name) : reasons.of(node));
    }
    return Collections.unmodifiableList(refusals);
  }

  /** The names to look at: those asked for in their order, else all in the order of names. */
  private static List<String> candidates(Plan request) {
    if (request.candidates() != null) {
      return request.candidates();
    }
    List<String> all = new ArrayList<>(request.snapshot().nodes().keySet());
    Collections.sort(all);
    return all;
  }
}
