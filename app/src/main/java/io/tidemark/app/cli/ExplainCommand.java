package io.tidemark.app.cli;

import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.ExplanationText;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.simulation.SimulationRunner;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Tells why a pod is pending, and when it may fit.",
    description = {
      "",
      "What each step of the pod's life needs, what is free on every device, what blocks, who holds",
      "it, and which coming event makes enough room. Pods with a nodeName are there; other pods of the",
      "files are left out, so the answer is about this pod alone. Where the files have a Scenario it is",
      "run to its end first.",
      ""
    },
    footer = {"", "Example:", "  tidemark explain team-a/train -f cluster.yaml -f new-pod.yaml"})
public final class ExplainCommand implements Callable<Integer> {
  private final SimulationRunner runner;
  private final Inputs inputs;
  private final Clock clock;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "POD",
      description = "namespace/name; a name alone is in namespace default.")
  private String pod = "";

  @Option(
      names = {"-f", "--file"},
      required = true,
      arity = "1..*",
      paramLabel = "FILE",
      description = "YAML or JSON; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "text|json",
      description = "How the answer is written. Default: ${DEFAULT-VALUE}.")
  private SimulateCommand.Output output = SimulateCommand.Output.text;

  @Mixin private ConfigOption config;

  @Inject
  public ExplainCommand(SimulationRunner runner, Inputs inputs, Clock clock) {
    this.runner = runner;
    this.inputs = inputs;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InputException {
    PodKey key = PodKey.parse(pod);
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = new Progress(err, clock);
    boolean known = false;
    for (SimulationInput input : inputs.read(files, err)) {
      PodAnswer answer = runner.explain(input, key, progress.steps(input.name()));
      known |= !(answer instanceof PodAnswer.Unknown);
      print(key, answer);
    }
    if (!known) {
      throw new InputException("no pod " + key + " in " + String.join(", ", files));
    }
    return ExitCode.OK;
  }

  private void print(PodKey key, PodAnswer answer) {
    PrintWriter out = spec.commandLine().getOut();
    if (answer instanceof PodAnswer.Settled settled) {
      out.println("pod " + key + " " + settled.sentence());
    } else if (answer instanceof PodAnswer.Waiting waiting) {
      out.print(
          output == SimulateCommand.Output.json
              ? JsonReport.text(JsonReport.explanation(waiting.explanation(), waiting.excluded()))
              : ExplanationText.text(waiting.explanation(), waiting.excluded(), Terminal.style()));
    }
    out.flush();
  }
}
