package io.tidemark.app.cli;

import io.smallrye.config.ConfigValidationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one line what is wrong with a configuration that the program cannot start with. */
final class ConfigProblems {
  private static final Pattern UNKNOWN =
      Pattern.compile("SRCFG00050: (\\S+) in .* does not map to any root");

  private static final Pattern UNREADABLE =
      Pattern.compile(
          "SRCFG00039: The config property (\\S+) with the config value \"(.*?)\" threw an"
              + " Exception whilst being converted ?(?:SRCFG\\d+: )?(.*)",
          Pattern.DOTALL);

  private ConfigProblems() {}

  /** The first problem; a user mends them one at a time anyway. */
  static String line(ConfigValidationException e) {
    return line(e.getProblem(0).getMessage());
  }

  static String line(String problem) {
    Matcher unknown = UNKNOWN.matcher(problem);
    if (unknown.find()) {
      return unknown.group(1) + " is no setting; docs/configuration.md lists them";
    }
    Matcher unreadable = UNREADABLE.matcher(problem);
    if (unreadable.find()) {
      return unreadable.group(1)
          + ": cannot read \""
          + unreadable.group(2)
          + "\": "
          + oneLine(unreadable.group(3));
    }
    return oneLine(problem);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ").strip();
  }
}
