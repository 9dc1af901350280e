package io.tidemark.app.cli;

import io.quarkus.picocli.runtime.annotations.TopCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program itself; it only has subcommands. */
@TopCommand
@Command(
    name = "tidemark",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    header = "Schedules pods that share GPUs, exact over a pod's whole life.",
    description = {
      "",
      "Try it without a cluster:",
      "",
      "  tidemark simulate docs/examples/first-look.yaml",
      "",
      "Ask whether a pod would run on your cluster, and where:",
      "",
      "  tidemark simulate --from-cluster new-pod.yaml",
      ""
    },
    commandListHeading = "Commands:%n",
    optionListHeading = "Options:%n",
    subcommands = {
      SimulateCommand.class,
      ExplainCommand.class,
      UsageCommand.class,
      CheckCommand.class,
      ServeCommand.class,
      ManifestsCommand.class,
      CompletionCommand.class,
      VersionCommand.class
    })
public final class TidemarkCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: simulate, explain, usage, check, serve, manifests, completion or"
            + " version");
  }

  /** One line for what is wrong with the arguments, and where to read on. */
  static int wrongArguments(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong arguments");
    command.getErr().println("tidemark: " + line);
    command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.UNREADABLE;
  }
}
