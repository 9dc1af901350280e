package io.tidemark.fit;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.quota.QuotaShortfall;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod's request, prepared once for the loop over nodes.
 *
 * @param kubeletCounts see {@link Footprints#kubeletCounts}
 * @param families in the order of their words
 * @param shortfall the quota that the pod passes on every node, by what is known before a card is
 *     chosen; null where there is none
 */
record PodAsk(
    PodRecord pod,
    Map<String, Integer> kubeletCounts,
    List<FamilyAsk> families,
    @Nullable QuotaShortfall shortfall) {

  /** The request under the quotas of its namespace. */
  static PodAsk within(
      DeviceFamilies families, PodRecord pod, PlacementPolicy policy, NamespaceSnapshot namespace) {
    List<FamilyAsk> asks = new ArrayList<>();
    for (String word : pod.families()) {
      long room =
          Footprints.memoryKnown(pod.containers(), word)
              ? Long.MAX_VALUE
              : QuotaRules.room(namespace, pod.quotaTraits(), word, QuotaDimension.MEMORY);
      asks.add(
          new FamilyAsk(
              families.require(word),
              pod.selection(word),
              pod.containers(),
              room,
              policy.idleDevicesOnly()));
    }
    QuotaShortfall shortfall =
        QuotaRules.shortfall(
                families,
                namespace,
                pod.quotaTraits(),
                Footprints.asked(pod.containers(), Progress.START))
            .orElse(null);
    return new PodAsk(pod, Footprints.kubeletCounts(pod.containers()), asks, shortfall);
  }

  /** The request as if its namespace had no quota. */
  static PodAsk withoutQuota(DeviceFamilies families, PodRecord pod, PlacementPolicy policy) {
    return within(families, pod, policy, NamespaceSnapshot.empty(pod.key().namespace()));
  }

  /** The devices of all containers of all families together. */
  int picks() {
    int picks = 0;
    for (FamilyAsk family : families) {
      picks = Math.addExact(picks, family.picks);
    }
    return picks;
  }
}
