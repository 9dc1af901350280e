package io.tidemark.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completions for fish, one line per command and option. */
final class FishCompletion {
  private FishCompletion() {}

  static String of(CommandSpec program) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, CommandLine> entry : program.subcommands().entrySet()) {
      CommandSpec command = entry.getValue().getCommandSpec();
      if (command.usageMessage().hidden()) {
        continue;
      }
      String begun = "-n __fish_use_subcommand -f";
      lines.add(
          line(program, begun, "-a " + entry.getKey(), text(command.usageMessage().header())));
      String within = "-n '__fish_seen_subcommand_from " + entry.getKey() + "'";
      command.positionalParameters().stream()
          .map(FishCompletion::candidates)
          .filter(words -> !words.isEmpty())
          .forEach(words -> lines.add(line(program, within + " -f", "-a '" + words + "'", "")));
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          lines.add(line(program, within, option(option), text(option.description())));
        }
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String option(OptionSpec option) {
    List<String> parts = new ArrayList<>();
    for (String name : option.names()) {
      parts.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      parts.add("-r");
    }
    String candidates = candidates(option);
    if (!candidates.isEmpty()) {
      parts.add("-f -a '" + candidates + "'");
    }
    return String.join(" ", parts);
  }

  private static String candidates(ArgSpec argument) {
    Iterable<String> known = argument.completionCandidates();
    if (known == null) {
      return "";
    }
    return StreamSupport.stream(known.spliterator(), false).collect(Collectors.joining(" "));
  }

  private static String text(String[] lines) {
    return String.join(" ", lines).replaceFirst("[.;:] .*|[.]$", "");
  }

  private static String line(
      CommandSpec program, String condition, String what, String description) {
    String quoted = description.replace("\\", "\\\\").replace("'", "\\'");
    return "complete -c "
        + program.name()
        + " "
        + condition
        + " "
        + what
        + (quoted.isEmpty() ? "" : " -d '" + quoted + "'");
  }
}
