package io.tidemark.fit.explain;

import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.quota.QuotaShortfall;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The quota that keeps a pod out, in words. */
final class QuotaWords {
  private final DeviceFamilies families;

  QuotaWords(DeviceFamilies families) {
    this.families = families;
  }

  /** Null where no quota keeps the pod out of the nodes that refuse it. */
  @Nullable String of(Explain request, List<NodeRefusal> refusals) {
    PodRecord pod = request.pod();
    ClusterSnapshot snapshot = request.snapshot();
    Optional<QuotaShortfall> known =
        QuotaRules.shortfall(
            families,
            snapshot.namespace(pod.key().namespace()),
            pod.quotaTraits(),
            Footprints.asked(pod.containers(), Progress.START));
    if (known.isPresent()) {
      return known.get() + apiServersView(snapshot, known.get());
    }
    return refusals.stream()
        .filter(refusal -> refusal.code() == RefusalCode.QUOTA_NOT_FIT)
        .map(NodeRefusal::detail)
        .findFirst()
        .orElse(null);
  }

  /** The API server's own quota keeps a pod's peak until it ends; said where that differs. */
  private static String apiServersView(ClusterSnapshot snapshot, QuotaShortfall shortfall) {
    NamespaceAmount peak = NamespaceAmount.ZERO;
    NamespaceAmount now = NamespaceAmount.ZERO;
    for (PodCharge charge : snapshot.charges().values()) {
      if (charge.pod().key().namespace().equals(shortfall.namespace())) {
        now = now.plus(charge.footprint().of(shortfall.family()));
        peak =
            peak.plus(
                Footprints.of(charge.pod().containers(), charge.allocation(), Progress.START)
                    .of(shortfall.family()));
      }
    }
    long kept = peak.in(shortfall.dimension()) - now.in(shortfall.dimension());
    return kept <= 0
        ? ""
        : "; a ResourceQuota that the API server keeps itself goes on counting "
            + kept
            + " more, until the pods end";
  }
}
