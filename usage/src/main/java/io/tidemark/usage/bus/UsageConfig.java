package io.tidemark.usage.bus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.tidemark.api.formula.ReleaseMode;
import java.time.Duration;

/** Settings of the ledger. */
@ConfigMapping(prefix = "tidemark.usage")
public interface UsageConfig {
  /** When a pod's footprint follows its progress: {@code each}, {@code all} or {@code never}. */
  @WithDefault("each")
  ReleaseMode release();

  /** How long a reservation holds without its pod being seen bound; above 0. */
  @WithDefault("5m")
  @WithConverter(PositiveDurationConverter.class)
  Duration reservationDeadline();
}
