package io.tidemark.app.cli;

import io.tidemark.app.check.ClusterCheck;
import io.tidemark.app.inspect.ClusterObjects;
import io.tidemark.app.report.Finding;
import io.tidemark.app.report.FindingCode.Severity;
import io.tidemark.app.report.FindingsReport;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.KubeObject;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tidemark check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Tells what would change in a cluster of HAMi with Tidemark.",
    description = {
      "",
      "Pods whose recorded usage is wrong today, over-full cards, quotas that are not",
      "enforced, locks that nobody releases, plugins that are dead, what cannot be",
      "read. The cluster is only read; docs/migration.md explains every finding.",
      ""
    },
    footer = {
      "",
      "Exit status: 0 when nothing was found that --fail-on names, 1 when something",
      "was, 2 where the cluster or a file cannot be read.",
      "",
      "Examples:",
      "  tidemark check",
      "  tidemark check --fail-on error -o json",
      "  tidemark check -f cluster.yaml"
    })
public final class CheckCommand implements Callable<Integer> {
  /** What makes the exit status 1. */
  enum FailOn {
    any,
    warning,
    error,
    never;

    boolean concerns(Finding finding) {
      Severity severity = finding.code().severity();
      return switch (this) {
        case any -> true;
        case warning -> severity != Severity.INFO;
        case error -> severity == Severity.ERROR;
        case never -> false;
      };
    }
  }

  private final ClusterCheck check;
  private final Inputs inputs;
  private final ClusterObjects objects;
  private final Clock clock;

  @Spec private CommandSpec spec;

  @Mixin private ClusterOrFiles source = new ClusterOrFiles();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      description = "How the findings are written. Default: ${DEFAULT-VALUE}.")
  private SimulateCommand.Output output = SimulateCommand.Output.text;

  @Option(
      names = "--fail-on",
      paramLabel = "any|warning|error|never",
      description = "Which findings make the exit status 1. Default: ${DEFAULT-VALUE}.")
  private FailOn failOn = FailOn.any;

  @Mixin private ConfigOption config;

  @Inject
  public CheckCommand(ClusterCheck check, Inputs inputs, ClusterObjects objects, Clock clock) {
    this.check = check;
    this.inputs = inputs;
    this.objects = objects;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InputException {
    if (source.bothGiven()) {
      throw new ParameterException(
          spec.commandLine(), "one source at a time: a cluster (--kubeconfig, --context), or -f");
    }
    try (StopAtOnce stop = new StopAtOnce()) {
      List<Finding> findings = check.run(read(), clock.instant());
      PrintWriter out = spec.commandLine().getOut();
      out.print(
          output == SimulateCommand.Output.json
              ? JsonReport.text(FindingsReport.json(findings))
              : FindingsReport.text(findings, Terminal.style()));
      out.flush();
      return findings.stream().anyMatch(failOn::concerns) ? ExitCode.FOUND : ExitCode.OK;
    }
  }

  private List<KubeObject> read() throws InputException {
    PrintWriter err = spec.commandLine().getErr();
    return source.files().isEmpty()
        ? objects.read(source.cluster(), new Notes(err))
        : inputs.objects(source.files(), err);
  }
}
