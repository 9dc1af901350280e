package io.tidemark.app.scheduling.live;

import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ClusterGateway.Lookup;
import io.tidemark.app.cluster.ObservedPod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Asks the cluster itself about the pods whose devices make every eviction useless.
 *
 * <p>kube-scheduler tries a pod again the moment it sees another one end, and may see that before
 * Tidemark's own watch does. A refused filter is repaired afterwards by {@link WakeUps}; a refused
 * preemption cannot be: what kept the pod from being tried was CPU or memory, so kube-scheduler
 * does not look at it again when an annotation of it changes, only when yet another pod ends or
 * after five minutes. So that refusal must not rest on what is a moment old.
 */
final class HolderCheck {
  /** kube-scheduler tries nothing else meanwhile; each read takes about a millisecond. */
  static final int READS = 8;

  private final ClusterGateway gateway;
  private final Consumer<ClusterEvent> observe;

  /**
   * @param observe takes in what was read
   */
  HolderCheck(ClusterGateway gateway, Consumer<ClusterEvent> observe) {
    this.gateway = gateway;
    this.observe = observe;
  }

  /**
   * Reads pods that hold devices of the nodes, those of nodes with few of them first: there the end
   * of one frees the most.
   *
   * @param victims by node; they count as gone, so they are not read
   * @return whether one of them is not what the snapshot has
   */
  boolean findsChange(ClusterSnapshot snapshot, Map<String, List<String>> victims) {
    boolean changed = false;
    for (PodRecord holder : holders(snapshot, victims)) {
      Lookup<ObservedPod> present = gateway.pod(holder.key());
      if (present instanceof Lookup.Found<ObservedPod> found) {
        PodRecord pod = found.object().pod();
        if (!pod.uid().equals(holder.uid())) {
          observe.accept(new ClusterEvent.PodGone(holder.key(), holder.uid()));
        } else if (pod.resourceVersion() == holder.resourceVersion()) {
          continue;
        }
        observe.accept(new ClusterEvent.PodSeen(found.object()));
        changed = true;
      } else if (present instanceof Lookup.Absent) {
        observe.accept(new ClusterEvent.PodGone(holder.key(), holder.uid()));
        changed = true;
      }
    }
    return changed;
  }

  private static List<PodRecord> holders(
      ClusterSnapshot snapshot, Map<String, List<String>> victims) {
    List<List<PodRecord>> byNode = new ArrayList<>();
    victims.forEach(
        (name, given) -> {
          NodeSnapshot node = snapshot.node(name);
          if (node != null) {
            byNode.add(staying(node, Set.copyOf(given)));
          }
        });
    return byNode.stream()
        .sorted(Comparator.comparingInt(Collection::size))
        .flatMap(Collection::stream)
        .limit(READS)
        .toList();
  }

  private static List<PodRecord> staying(NodeSnapshot node, Set<String> victims) {
    return node.charges().stream()
        .filter(charge -> charge.basis() != PodCharge.Basis.RESERVED)
        .map(PodCharge::pod)
        .filter(pod -> !victims.contains(pod.uid()))
        .toList();
  }
}
