package io.tidemark.app.leadership;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How replicas agree on a leader. */
@ConfigMapping(prefix = "tidemark.leadership")
public interface LeadershipConfig {
  /** Where false this process leads at once and for good: there is one replica only. */
  @WithDefault("true")
  boolean enabled();

  /** The name of the Lease that the replicas share. */
  @WithDefault("tidemark")
  String leaseName();

  /**
   * The namespace of the Lease and of the pods. Default: where the client's credentials are from.
   */
  @WithDefault("${POD_NAMESPACE:}")
  Optional<String> namespace();

  /** The pod that this process runs in. Where it is not given no pod is labelled. */
  @WithDefault("${POD_NAME:}")
  Optional<String> podName();

  /** Which pods are replicas, as a label selector. */
  @WithDefault("app.kubernetes.io/name=tidemark")
  String podSelector();

  /** How long other replicas leave a leader alone that is silent; whole seconds. */
  @WithDefault("15s")
  Duration leaseDuration();

  /** How long a leader leads without a renewal; shorter than lease-duration. */
  @WithDefault("10s")
  Duration renewDeadline();

  /** The time between two renewals. */
  @WithDefault("2s")
  Duration retryPeriod();
}
