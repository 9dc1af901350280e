package io.tidemark.app.config;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;

/**
 * The root of all settings. It has none of its own: what no module's mapping knows is a typing
 * error and stops the start-up.
 */
@Unremovable
@ConfigMapping(prefix = "tidemark")
public interface TidemarkConfig {}
