package io.tidemark.app.serve;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the embedded cluster behaves. */
@ConfigMapping(prefix = "tidemark.embedded")
public interface EmbeddedConfig {
  /** The pause before each step of a played file; steps that only expect something have none. */
  @WithDefault("2s")
  Duration stepPause();
}
