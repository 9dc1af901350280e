package io.tidemark.fit;

import io.tidemark.api.bus.FitMessages.Preempt;
import io.tidemark.api.bus.FitMessages.PreemptReply;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.Supposition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whom a pod has to evict for its devices. kube-scheduler has chosen its victims for what it counts
 * itself, CPU and memory; they go in any case. Where they do not hold enough devices, pods of lower
 * priority on the same node have to go too: as kube-scheduler does it, all of them are supposed
 * gone and then as many as possible stay, the more important first. What is found is minimal: the
 * pod would not fit if one of them stayed.
 *
 * <p>Stateless and pure, as {@link FitPlanner}.
 */
public final class Preemption {
  /**
   * The more important first: higher priority, then older (kube-scheduler's MoreImportantPod). Who
   * is being deleted comes last: evicting it costs nobody anything.
   */
  private static final Comparator<PodCharge> MORE_IMPORTANT_FIRST =
      Comparator.<PodCharge, Boolean>comparing(charge -> charge.pod().deleting())
          .thenComparing(
              Comparator.<PodCharge>comparingInt(charge -> charge.pod().priority()).reversed())
          .thenComparing(charge -> charge.pod().created())
          .thenComparing(charge -> charge.pod().uid());

  private final DeviceFamilies families;

  public Preemption(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * The nodes on which the pod fits once the given victims and those found are gone.
   *
   * @throws IllegalArgumentException where the pod asks for a family that is not enabled
   */
  public PreemptReply preempt(Preempt request) {
    SearchBudget budget = new SearchBudget();
    Map<String, List<String>> further = new TreeMap<>();
    for (Map.Entry<String, Set<String>> given : new TreeMap<>(request.victims()).entrySet()) {
      NodeSnapshot node = request.snapshot().node(given.getKey());
      List<String> found = node == null ? null : further(request, node, given.getValue(), budget);
      if (found != null) {
        further.put(given.getKey(), found);
      }
    }
    return new PreemptReply(further);
  }

  /** Null where no eviction helps. */
  private @Nullable List<String> further(
      Preempt request, NodeSnapshot node, Set<String> given, SearchBudget budget) {
    ClusterSnapshot supposed = request.snapshot();
    List<PodCharge> mayGo = new ArrayList<>();
    for (PodCharge charge : node.charges()) {
      if (given.contains(charge.pod().uid())) {
        supposed = Supposition.without(supposed, charge);
      } else if (mayBeEvicted(charge, request)) {
        mayGo.add(charge);
      }
    }
    if (fits(request, supposed, node.name(), budget)) {
      return List.of();
    }
    for (PodCharge charge : mayGo) {
      supposed = Supposition.without(supposed, charge);
    }
    if (mayGo.isEmpty() || !fits(request, supposed, node.name(), budget)) {
      return null;
    }
    mayGo.sort(MORE_IMPORTANT_FIRST);
    List<String> victims = new ArrayList<>();
    for (PodCharge charge : mayGo) {
      ClusterSnapshot spared = Supposition.with(supposed, charge);
      if (fits(request, spared, node.name(), budget)) {
        supposed = spared;
      } else {
        victims.add(charge.pod().uid());
      }
    }
    return victims;
  }

  /** Only a bound pod is one that kube-scheduler finds on the node when it is named as a victim. */
  private static boolean mayBeEvicted(PodCharge charge, Preempt request) {
    return charge.basis() != PodCharge.Basis.RESERVED
        && charge.pod().priority() < request.pod().priority();
  }

  private boolean fits(
      Preempt request, ClusterSnapshot snapshot, String name, SearchBudget budget) {
    NodeSnapshot node = snapshot.node(name);
    PodAsk ask =
        PodAsk.within(
            families,
            request.pod(),
            request.policy(),
            snapshot.namespace(request.pod().key().namespace()));
    return node != null
        && new NodeFit(ask, request.policy(), request.at(), budget).plan(node) != null;
  }
}
