package io.tidemark.app.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Prints what a shell needs to complete commands and options.",
    description = {""},
    footer = {
      "",
      "For this shell:",
      "  source <(tidemark completion bash)",
      "  source <(tidemark completion zsh)",
      "  tidemark completion fish | source",
      "",
      "For every shell, put the same line into ~/.bashrc, ~/.zshrc or",
      "~/.config/fish/config.fish."
    })
public final class CompletionCommand implements Callable<Integer> {
  private static final String PLUGIN = "kubectl-tidemark";

  /** The shells that are known. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private Shell shell = Shell.bash;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CommandSpec program = spec.root();
    out.print(
        switch (shell) {
          case bash -> bash(program);
          case zsh ->
              "autoload -U +X compinit && compinit -u\n"
                  + "autoload -U +X bashcompinit && bashcompinit\n"
                  + bash(program);
          case fish -> FishCompletion.of(program);
        });
    out.flush();
    return ExitCode.OK;
  }

  /** The same function completes the plugin under its own name. */
  private static String bash(CommandSpec program) {
    String script = AutoComplete.bash(program.name(), program.commandLine());
    return script.stripTrailing()
        + "\ncomplete -F _complete_"
        + program.name()
        + " -o default "
        + PLUGIN
        + "\n";
  }
}
