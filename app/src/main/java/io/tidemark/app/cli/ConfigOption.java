package io.tidemark.app.cli;

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
  @SuppressWarnings("unused") // Declared for the help text and so that picocli accepts it.
  private String config = "";
}
