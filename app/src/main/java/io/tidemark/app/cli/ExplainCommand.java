package io.tidemark.app.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.Decision;
import io.tidemark.app.report.ExplanationText;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.simulation.PodStanding;
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
    customSynopsis = {
      "tidemark explain [-hV] POD -f=FILE... [--output=text|json]",
      "                        [--config=FILE]"
    },
    header = "Tells why a pod is pending, and when it may fit.",
    description = {
      "",
      "What each step of the pod's life needs, what is free on every device, what",
      "blocks, who holds it, and which coming event makes enough room. Pods with a",
      "nodeName are there; other pods of the files are left out, so the answer is",
      "about this pod alone. Where the files have a Scenario it is run to its end",
      "first; a pod that none of its steps submits is then asked about as a new one.",
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
    try (StopAtOnce stop = new StopAtOnce()) {
      return explain();
    }
  }

  private int explain() throws InputException {
    PodKey key = PodKey.parse(pod);
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = new Progress(err, clock);
    List<SimulationInput> simulations = inputs.read(files, err);
    List<Answered> answers = new ArrayList<>();
    for (SimulationInput input : simulations) {
      PodStanding standing = runner.explain(input, key, progress.steps(input.name()));
      if (standing != null) {
        answers.add(new Answered(input.name(), standing));
      }
    }
    if (answers.isEmpty()) {
      throw new InputException("no pod " + key + " in " + String.join(", ", files));
    }
    boolean several = simulations.size() > 1;
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        output == SimulateCommand.Output.json
            ? json(key, answers, several)
            : text(key, answers, several));
    out.flush();
    return ExitCode.OK;
  }

  private record Answered(String scenario, PodStanding standing) {}

  private static String text(PodKey key, List<Answered> answers, boolean several) {
    StringBuilder text = new StringBuilder();
    for (Answered answered : answers) {
      if (several) {
        text.append(text.isEmpty() ? "" : "\n").append(answered.scenario()).append("\n\n");
      }
      PodAnswer answer = answered.standing().answer();
      if (answer instanceof PodAnswer.Waiting waiting) {
        text.append(
            ExplanationText.text(waiting.explanation(), waiting.excluded(), Terminal.style()));
      } else if (answer instanceof PodAnswer.Settled settled) {
        text.append("pod " + key + " " + settled.sentence() + "\n");
      }
    }
    return text.toString();
  }

  private static String json(PodKey key, List<Answered> answers, boolean several) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Answered answered : answers) {
      PodStanding standing = answered.standing();
      array.add(
          JsonReport.standing(
              answered.scenario(),
              key,
              outcome(standing),
              standing.answer() instanceof PodAnswer.Waiting waiting
                  ? JsonReport.explanation(waiting.explanation(), waiting.excluded())
                  : null));
    }
    return JsonReport.text(several ? array : array.get(0));
  }

  /** A pod that nobody has decided on still has something that is to be said of it. */
  private static PodOutcome outcome(PodStanding standing) {
    PodOutcome outcome = standing.outcome();
    boolean open =
        outcome.decision() == Decision.PENDING || outcome.decision() == Decision.UNSCHEDULABLE;
    return open && standing.answer() instanceof PodAnswer.Settled settled
        ? new PodOutcome(outcome.decision(), outcome.node(), settled.sentence())
        : outcome;
  }
}
