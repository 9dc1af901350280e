package io.tidemark.app.cli;

import picocli.CommandLine.Option;

/** {@code --config}, which every command takes. {@link Startup} reads it before anything else. */
final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "Settings as a .properties or .yaml file, for instance",
        "tidemark.usage.release=all. See docs/configuration.md."
      })
  @SuppressWarnings("unused") // Declared for the help text and so that picocli accepts it.
  private String config = "";
}
