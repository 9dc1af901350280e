package io.tidemark.api.quota;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.model.QuotaTraits;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The quota arithmetic: all ResourceQuota objects of a namespace that select a pod hold at once.
 * Admission asks with what is known of a request, fit and the ledger with the MiB of a plan.
 */
public final class QuotaRules {
  private QuotaRules() {}

  /**
   * The tightest limit that a need would pass; of several the one that is passed by most.
   *
   * @param need by family word; a dimension of which nothing is needed passes no limit
   */
  public static Optional<QuotaShortfall> shortfall(
      DeviceFamilies families,
      NamespaceSnapshot namespace,
      QuotaTraits pod,
      Map<String, NamespaceAmount> need) {
    QuotaShortfall tightest = null;
    for (QuotaSnapshot quota : namespace.quotas()) {
      if (!quota.quota().selects(pod)) {
        continue;
      }
      for (QuotaLimit limit : quota.quota().limits()) {
        long needed = need.getOrDefault(limit.family(), NamespaceAmount.ZERO).in(limit.dimension());
        long used = quota.used(limit.family()).in(limit.dimension());
        if (!passes(needed, used, limit.limit())) {
          QuotaShortfall shortfall =
              new QuotaShortfall(
                  namespace.name(),
                  quota.quota().name(),
                  limit.family(),
                  limit.dimension(),
                  resource(families, limit.family(), limit.dimension()),
                  needed,
                  used,
                  limit.limit());
          if (tightest == null || excess(shortfall) > excess(tightest)) {
            tightest = shortfall;
          }
        }
      }
    }
    return Optional.ofNullable(tightest);
  }

  /**
   * The largest need of one dimension that passes every quota that selects the pod; a need of
   * nothing passes whatever this says.
   *
   * @return negative where more is used than is allowed; {@link Long#MAX_VALUE} where no quota
   *     limits the dimension
   */
  public static long room(
      NamespaceSnapshot namespace, QuotaTraits pod, String family, QuotaDimension dimension) {
    long room = Long.MAX_VALUE;
    for (QuotaSnapshot quota : namespace.quotas()) {
      if (!quota.quota().selects(pod)) {
        continue;
      }
      for (QuotaLimit limit : quota.quota().limits()) {
        if (limit.family().equals(family) && limit.dimension() == dimension) {
          long used = quota.used(family).in(dimension);
          room = Math.min(room, Math.subtractExact(limit.limit(), used));
        }
      }
    }
    return room;
  }

  /** The tightest limit without scopes on one dimension; null where there is none. */
  public static @Nullable Long limit(
      NamespaceSnapshot namespace, String family, QuotaDimension dimension) {
    Long tightest = null;
    for (QuotaSnapshot quota : namespace.quotas()) {
      if (!quota.quota().scopes().isEmpty()) {
        continue;
      }
      for (QuotaLimit limit : quota.quota().limits()) {
        if (limit.family().equals(family)
            && limit.dimension() == dimension
            && (tightest == null || limit.limit() < tightest)) {
          tightest = limit.limit();
        }
      }
    }
    return tightest;
  }

  /**
   * The name of the resource that a dimension of a family is limited by, without {@code limits.}.
   */
  public static String resource(DeviceFamilies families, String word, QuotaDimension dimension) {
    String name = families.require(word).resources().of(dimension);
    return name == null ? word + " " + dimension : name;
  }

  private static boolean passes(long needed, long used, long limit) {
    return needed <= 0 || needed <= Math.subtractExact(limit, used);
  }

  private static long excess(QuotaShortfall shortfall) {
    return shortfall.used() + shortfall.need() - shortfall.limit();
  }
}
