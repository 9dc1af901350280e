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
              + " Exception whilst being converted ?(.*)",
          Pattern.DOTALL);

  private static final Pattern NO_CHOICE =
      Pattern.compile(
          "(?:SRCFG\\d+: )?Cannot convert .* to enum class \\S+, allowed values: (\\S+)");

  private static final Pattern EMPTY =
      Pattern.compile("SRCFG00040: The config property (\\S+) is defined as the empty String");

  private static final Pattern NOT_EXPANDED =
      Pattern.compile("SRCFG00011: Could not expand value (\\S+) in property (\\S+)");

  /** What only a reader of the program's source could use. */
  private static final Pattern INTERNAL = Pattern.compile("^(?:[\\w.$]+Exception: |SRCFG\\d+: )+");

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
          + why(unreadable.group(3));
    }
    Matcher empty = EMPTY.matcher(problem);
    if (empty.find()) {
      return empty.group(1) + ": is empty";
    }
    Matcher notExpanded = NOT_EXPANDED.matcher(problem);
    if (notExpanded.find()) {
      return notExpanded.group(2) + ": there is no value for ${" + notExpanded.group(1) + "}";
    }
    return oneLine(problem);
  }

  private static String why(String conversion) {
    Matcher noChoice = NO_CHOICE.matcher(conversion);
    return noChoice.find()
        ? "must be one of " + noChoice.group(1).replace(",", ", ")
        : oneLine(conversion);
  }

  private static String oneLine(String text) {
    return INTERNAL.matcher(text.replaceAll("\\s*\\R\\s*", " ").strip()).replaceFirst("");
  }
}
