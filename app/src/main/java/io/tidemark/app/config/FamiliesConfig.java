package io.tidemark.app.config;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which device families there are. */
@ConfigMapping(prefix = "tidemark.families")
public interface FamiliesConfig {
  /**
   * YAML files with device families to add to the bundled ones; one of the same word replaces the
   * bundled one. Relative paths are relative to the working directory.
   */
  Optional<List<Path>> files();

  /**
   * HAMi's {@code device-config.yaml}, or the ConfigMap that holds it: the bundled families have
   * the names and defaults that it gives, and a vendor that it does not name has none.
   */
  Optional<Path> hamiDeviceConfig();

  /** Words of bundled families to switch on, or of what switches several on. */
  Optional<Set<String>> enabled();

  /** Words of families to switch off. */
  Optional<Set<String>> disabled();
}
