package io.tidemark.app.config;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Which device families there are. */
@ConfigMapping(prefix = "tidemark.families")
public interface FamiliesConfig {
  /**
   * YAML files with device families to add to the bundled ones; one of the same word replaces the
   * bundled one. Relative paths are relative to the working directory.
   */
  Optional<List<Path>> files();
}
