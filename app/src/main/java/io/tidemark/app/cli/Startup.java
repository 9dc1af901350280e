package io.tidemark.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What must be known before the application starts: the profile and the file of configuration. */
final class Startup {
  private static final String OPTION = "--config";

  /** In this profile nothing listens: a command answers and ends. */
  private static final String COMMAND_PROFILE = "prod,cli";

  private Startup() {}

  /** Chooses between a server and a command that answers and ends. */
  static void chooseProfile(String[] args) {
    boolean serves = args.length > 0 && args[0].equals("serve");
    if (!serves && System.getProperty("quarkus.profile") == null) {
      System.setProperty("quarkus.profile", COMMAND_PROFILE);
    }
  }

  /**
   * Makes the file of {@code --config} a source of configuration.
   *
   * @return what is wrong with it, in one line; null where nothing is
   */
  static @Nullable String configure(String[] args) {
    String file = configFile(args);
    if (file == null) {
      return null;
    }
    String name = file.toLowerCase(Locale.ROOT);
    if (!name.endsWith(".properties") && !name.endsWith(".yaml") && !name.endsWith(".yml")) {
      return OPTION + ": the file must end in .properties, .yaml or .yml, found " + file;
    }
    Path path = Path.of(file);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      return OPTION + ": cannot read " + file;
    }
    String wrong = ConfigFile.wrong(path);
    if (wrong != null) {
      return OPTION + ": " + wrong;
    }
    System.setProperty("smallrye.config.locations", path.toAbsolutePath().toUri().toString());
    return null;
  }

  private static @Nullable String configFile(String[] args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(OPTION + "=")) {
        return args[i].substring(OPTION.length() + 1);
      }
      if (args[i].equals(OPTION) && i + 1 < args.length) {
        return args[i + 1];
      }
    }
    return null;
  }
}
