package io.tidemark.app.http;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What the server takes over HTTP, and how long it waits. */
@ConfigMapping(prefix = "tidemark.http")
public interface HttpConfig {
  /** The largest filter or prioritize request: 5,000 whole nodes of 25 KB each. */
  @WithDefault("128M")
  MemorySize maxFilterBody();

  /**
   * The largest request of any other kind. An API server sends an object and what it was before,
   * each of at most 3 MiB.
   */
  @WithDefault("8M")
  MemorySize maxBody();

  /** How long a request may take to arrive. */
  @WithDefault("60s")
  Duration bodyTimeout();

  /** How long a stop waits for requests that are being answered. */
  @WithDefault("30s")
  Duration drainTimeout();
}
