package io.tidemark.admission.bus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.tidemark.admission.QuotaMode;
import java.util.List;

/** How pods are admitted. */
@ConfigMapping(prefix = "tidemark.admission")
public interface AdmissionConfig {
  /** The schedulers that ask Tidemark; the first is written into pods of ours. */
  @WithDefault("tidemark-scheduler,hami-scheduler")
  List<@WithConverter(SchedulerNameConverter.class) String> schedulerNames();

  /** Whether pods of ours that name no scheduler, or Kubernetes' own, are taken over. */
  @WithDefault("true")
  @WithConverter(TrueOrFalseConverter.class)
  boolean overwriteDefaultScheduler();

  /** What becomes of a pod that its quotas have no room for: {@code deny} or {@code wait}. */
  @WithDefault("deny")
  QuotaMode quota();
}
