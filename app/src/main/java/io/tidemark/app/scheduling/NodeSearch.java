package io.tidemark.app.scheduling;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.bus.FitMessages.Preempt;
import io.tidemark.api.bus.FitMessages.PreemptReply;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.ScoringMessages.Rank;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.Supposition;
import io.tidemark.app.bus.ModuleBus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks where a pod could go, and reserves nothing. */
public final class NodeSearch {
  private final ModuleBus bus;
  private final ClusterId cluster;

  public NodeSearch(ModuleBus bus, ClusterId cluster) {
    this.bus = bus;
    this.cluster = cluster;
  }

  /** What was found. */
  public sealed interface Result {
    /**
     * @param plans one for each node that can take the pod, in the order of the candidates
     * @param refusals one for each of the others, where no node can take the pod
     */
    record Found(
        PodRecord pod, PlacementPolicy policy, List<NodePlan> plans, List<NodeRefusal> refusals)
        implements Result {}

    /** The pod's own wishes cannot be read. */
    record Unreadable(String reason) implements Result {}
  }

  /**
   * Asks for a plan on each node. What is reserved for the pod itself does not stand in its way.
   *
   * @param candidates names of nodes; null for all
   */
  public Result nodes(
      PodRecord pod, ClusterSnapshot snapshot, @Nullable List<String> candidates, Instant now) {
    PolicyReply chosen = bus.policy(new ChoosePolicy(cluster, now, pod));
    if (chosen instanceof PolicyReply.Unreadable unreadable) {
      return new Result.Unreadable(unreadable.problem().toString());
    }
    PlacementPolicy policy = ((PolicyReply.Chosen) chosen).policy();
    ClusterSnapshot without = Supposition.withoutReservation(snapshot, pod.uid());
    PlanReply reply = bus.plan(new Plan(now, without, pod, policy, candidates));
    return new Result.Found(pod, policy, reply.plans(), reply.refusals());
  }

  /** Where a pod could go once others were evicted. */
  public sealed interface Preemption {
    /**
     * @param victims by node: the UIDs of all that have to go there, those proposed first
     */
    record Possible(Map<String, List<String>> victims) implements Preemption {}

    /** The pod's own wishes cannot be read. */
    record Unreadable(String reason) implements Preemption {}
  }

  /**
   * Of the nodes proposed those on which the pod fits once the victims are gone, with all that have
   * to go.
   *
   * @param proposed by node: the UIDs of the victims
   */
  public Preemption preempt(
      PodRecord pod, ClusterSnapshot snapshot, Map<String, List<String>> proposed, Instant now) {
    PolicyReply chosen = bus.policy(new ChoosePolicy(cluster, now, pod));
    if (chosen instanceof PolicyReply.Unreadable unreadable) {
      return new Preemption.Unreadable(unreadable.problem().toString());
    }
    PlacementPolicy policy = ((PolicyReply.Chosen) chosen).policy();
    ClusterSnapshot without = Supposition.withoutReservation(snapshot, pod.uid());
    Map<String, Set<String>> given = new TreeMap<>();
    proposed.forEach((node, uids) -> given.put(node, Set.copyOf(uids)));
    PreemptReply reply = bus.preempt(new Preempt(now, without, pod, policy, given));
    Map<String, List<String>> victims = new TreeMap<>();
    reply
        .furtherVictims()
        .forEach(
            (node, further) -> {
              List<String> all = new ArrayList<>(proposed.getOrDefault(node, List.of()));
              all.addAll(further);
              victims.put(node, all);
            });
    return new Preemption.Possible(victims);
  }

  /** Whether the pod's policy lets it have only devices that nothing is on. */
  public boolean idleDevicesOnly(PodRecord pod, Instant now) {
    return bus.policy(new ChoosePolicy(cluster, now, pod)) instanceof PolicyReply.Chosen chosen
        && chosen.policy().idleDevicesOnly();
  }

  /** The best first. */
  public List<RankedPlan> ranked(Result.Found found, Instant now) {
    return found.plans().isEmpty()
        ? List.of()
        : bus.rank(new Rank(cluster, now, found.pod(), found.policy(), found.plans())).plans();
  }

  /** The best plan of those that were found; there is at least one. */
  public NodePlan best(Result.Found found, Instant now) {
    return found.plans().size() == 1 ? found.plans().get(0) : ranked(found, now).get(0).plan();
  }
}
