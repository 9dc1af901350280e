package io.tidemark.app.simulation;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.model.QuotaRecord;
import org.jspecify.annotations.Nullable;

/** What a resource name stands for in a quota. */
record QuotaResource(String family, QuotaDimension dimension) {
  /** Null where no family limits by that name. */
  static @Nullable QuotaResource find(DeviceFamilies families, String resource) {
    for (DeviceFamily family : families.all()) {
      DeviceFamily.Resources names = family.resources();
      if (resource.equals(names.count())) {
        return new QuotaResource(family.word(), QuotaDimension.COUNT);
      }
      if (resource.equals(names.memory())) {
        return new QuotaResource(family.word(), QuotaDimension.MEMORY);
      }
      if (resource.equals(names.cores())) {
        return new QuotaResource(family.word(), QuotaDimension.CORES);
      }
    }
    return null;
  }

  /** What one quota allows of it; null where it says nothing. */
  @Nullable Long limit(QuotaRecord quota) {
    Long tightest = null;
    for (QuotaLimit limit : quota.limits()) {
      if (limit.family().equals(family)
          && limit.dimension() == dimension
          && (tightest == null || limit.limit() < tightest)) {
        tightest = limit.limit();
      }
    }
    return tightest;
  }
}
