package io.tidemark.app.serve;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.tidemark.app.config.FilterMode;
import java.time.Duration;

/** How kube-scheduler's questions are answered. */
@ConfigMapping(prefix = "tidemark.filter")
public interface ServeConfig {
  /**
   * {@code one}: the best node, where the pod's share is reserved at once. {@code all}: every node
   * that can take the pod; prioritize scores them, and bind reserves.
   */
  @WithDefault("one")
  FilterMode mode();

  /** How long decisions go on without word from the API server. */
  @WithDefault("10s")
  Duration stalenessLimit();

  /** How long a bind waits for its node; less than kube-scheduler's {@code httpTimeout}. */
  @WithDefault("25s")
  Duration bindPatience();

  /** How long a node lock that names no owner is respected. */
  @WithDefault("5m")
  Duration ownerlessLockLife();
}
