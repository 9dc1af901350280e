package io.tidemark.app.cluster.kubernetes;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the API server is talked to. */
@ConfigMapping(prefix = "tidemark.cluster")
public interface ClusterConfig {
  /** How long one call may take; for a Binding, after that its outcome is unknown. */
  @WithDefault("5s")
  Duration requestTimeout();

  /** How long one page of a list may take. */
  @WithDefault("30s")
  Duration listTimeout();

  /** How many objects a page of a list holds. */
  @WithDefault("500")
  int listPageSize();

  /**
   * After how long a watch is renewed, at least 10 s. A connection that went dead without a word is
   * noticed at most 10 s later than that.
   */
  @WithDefault("60s")
  Duration watchTimeout();

  /** The longest pause between two tries to reach an API server that is gone. */
  @WithDefault("5s")
  Duration retryInterval();

  /** Who the events of pods are from. */
  @WithDefault("tidemark")
  String eventSource();
}
