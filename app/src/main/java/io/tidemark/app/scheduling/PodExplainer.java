package io.tidemark.app.scheduling;

import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.Supposition;
import io.tidemark.app.bus.ModuleBus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells what keeps pods of one cluster from being placed. Changes nothing. */
public final class PodExplainer {
  private final ModuleBus bus;
  private final ClusterId cluster;

  public PodExplainer(ModuleBus bus, ClusterId cluster) {
    this.bus = bus;
    this.cluster = cluster;
  }

  /**
   * What the ledger knows of the pod of that name. Of two, as where one is replaced while it ends,
   * the one that waits is meant.
   */
  public PodAnswer answer(PodKey key, Instant at) {
    ClusterSnapshot snapshot = bus.snapshot(new TakeSnapshot(cluster, at));
    Optional<PodRecord> waiting = first(snapshot.waiting(), pod -> pod, key);
    if (waiting.isPresent()) {
      return explain(waiting.get(), snapshot, null, Map.of(), at);
    }
    return first(snapshot.charges(), PodCharge::pod, key)
        .map(pod -> snapshot.charges().get(pod.uid()))
        .<PodAnswer>map(charge -> new PodAnswer.Settled("is bound to node " + charge.node()))
        .orElseGet(PodAnswer.Unknown::new);
  }

  /**
   * What keeps a pod that has no node from having one. Its own reservation does not count.
   *
   * @param candidates names of nodes
   * @param excluded why others are no candidates, by node name
   */
  public PodAnswer explain(
      PodRecord pod, List<String> candidates, Map<String, String> excluded, Instant at) {
    ClusterSnapshot snapshot = bus.snapshot(new TakeSnapshot(cluster, at));
    return explain(pod, snapshot, candidates, excluded, at);
  }

  private PodAnswer explain(
      PodRecord pod,
      ClusterSnapshot snapshot,
      @Nullable List<String> candidates,
      Map<String, String> excluded,
      Instant at) {
    if (!pod.asks()) {
      return new PodAnswer.Settled(
          "asks for no device, so Tidemark does not keep it from any node"
              + (candidates != null && candidates.isEmpty()
                  ? "; " + RefusalText.of(List.of(), excluded)
                  : ""));
    }
    PolicyReply policy = bus.policy(new ChoosePolicy(cluster, at, pod));
    if (policy instanceof PolicyReply.Unreadable unreadable) {
      return new PodAnswer.Settled("cannot be scheduled: " + unreadable.problem());
    }
    return new PodAnswer.Waiting(
        bus.explain(
            new Explain(
                at,
                Supposition.withoutReservation(snapshot, pod.uid()),
                pod,
                ((PolicyReply.Chosen) policy).policy(),
                candidates)),
        excluded);
  }

  private static <T> Optional<PodRecord> first(
      Map<String, T> byUid, Function<T, PodRecord> podOf, PodKey key) {
    return byUid.values().stream()
        .map(podOf)
        .filter(pod -> pod.key().equals(key))
        .min(Comparator.comparing(PodRecord::uid));
  }
}
