package io.tidemark.app.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --config}, which every command takes. {@link Startup} reads it before anything else. */
final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "Settings, a .properties or .yaml file, for instance",
        "with tidemark.usage.release=all; they are listed in",
        "docs/configuration.md."
      })
  private @Nullable Path config;

  /** Null where the option was not given. */
  @Nullable Path file() {
    return config;
  }
}
