package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CompletionCommandTest {
  @Command(
      name = "tidemark",
      subcommands = {Look.class, Secret.class, CompletionCommand.class})
  static final class Program {}

  @Command(name = "look", header = "Looks at it's best. Twice.")
  static final class Look implements Callable<Integer> {
    @Option(
        names = {"-o", "--output"},
        description = {"How it is", "written. Default: text."})
    private SimulateCommand.Output output = SimulateCommand.Output.text;

    @Option(names = "--inner", hidden = true)
    private boolean inner;

    @Override
    public Integer call() {
      return output == SimulateCommand.Output.text && !inner ? 0 : 1;
    }
  }

  @Command(name = "secret", hidden = true)
  static final class Secret {}

  @Test
  void fishKnowsCommandsOptionsAndTheirWords() {
    assertThat(completion("fish").lines())
        .contains(
            "complete -c tidemark -n __fish_use_subcommand -f -a look -d 'Looks at it\\'s best'",
            "complete -c tidemark -n '__fish_seen_subcommand_from look' -s o -l output -r -f"
                + " -a 'text json' -d 'How it is written'",
            "complete -c tidemark -n '__fish_seen_subcommand_from completion' -f"
                + " -a 'bash zsh fish'");
  }

  @Test
  void bashAndZshCompleteThePluginToo() {
    assertThat(completion("bash"))
        .contains("complete -F _complete_tidemark -o default kubectl-tidemark");
    assertThat(completion("zsh")).contains("bashcompinit", "_complete_tidemark");
  }

  @Test
  void whatIsHiddenStaysHidden() {
    for (String shell : new String[] {"bash", "zsh", "fish"}) {
      assertThat(completion(shell)).contains("look").doesNotContain("secret", "inner");
    }
  }

  private static String completion(String shell) {
    StringWriter out = new StringWriter();
    CommandLine program = new CommandLine(new Program());
    program.setOut(new PrintWriter(out));
    assertThat(program.execute("completion", shell)).isZero();
    return out.toString();
  }
}
