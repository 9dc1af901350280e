package io.tidemark.app.cli;

import io.tidemark.app.inspect.ClusterObjects;
import io.tidemark.app.inspect.SnapshotFile;
import io.tidemark.app.report.ChartHtml;
import io.tidemark.app.report.ChartSvg;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.report.SimulationReport;
import io.tidemark.app.report.TextReport;
import io.tidemark.app.simulation.SimulationRunner;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.KubeObject;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Runs pods on a simulated cluster and tells what becomes of them.",
    description = {
      "",
      "The files hold plain Kubernetes objects: Nodes (with the register annotation",
      "of HAMi's device plugin), Pods, ResourceQuotas, Namespaces, PriorityClasses,",
      "also as a List that kubectl prints. Pods with a nodeName are there already;",
      "the others are submitted in order: admission, filter, bind. A Scenario",
      "document says instead what happens step by step, and what must hold.",
      "Nothing is sent anywhere.",
      "",
      "With --from-cluster everything begins with the nodes, pods and quotas of a",
      "cluster, which is only read. Pods that wait there are tried again first.",
      ""
    },
    footer = {
      "",
      "Exit status: 0 when every expectation held (or none was given), 1 when one",
      "did not, 2 for input that cannot be read.",
      "",
      "Examples:",
      "  tidemark simulate docs/examples/first-look.yaml",
      "  tidemark simulate cluster.yaml new-pod.yaml --output json",
      "  tidemark simulate scenario.yaml --chart usage.html",
      "  tidemark simulate --from-cluster new-pod.yaml",
      "  kubectl get nodes,resourcequotas,pods -A -o yaml |",
      "    tidemark simulate - new-pod.yaml"
    })
public final class SimulateCommand implements Callable<Integer> {
  /** How the report is written. */
  enum Output {
    text,
    json
  }

  private final SimulationRunner runner;
  private final ClusterObjects objects;
  private final Inputs inputs;
  private final Clock clock;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "YAML or JSON; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--from-cluster",
      description = {
        "Begin with what there is in a cluster. What a file",
        "says of a node or quota of it holds instead."
      })
  private boolean fromCluster;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = {
        "Write what was read of the cluster to a file, for",
        "later: only what decisions need, without commands,",
        "variables and the annotations of others."
      })
  private @Nullable Path save;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      description = "How the report is written. Default: ${DEFAULT-VALUE}.")
  private Output output = Output.text;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "Also draw each device's usage over the steps, to FILE.svg or FILE.html.")
  private @Nullable Path chart;

  @Mixin private ConfigOption config;

  @Inject
  public SimulateCommand(
      SimulationRunner runner, Inputs inputs, ClusterObjects objects, Clock clock) {
    this.runner = runner;
    this.objects = objects;
    this.inputs = inputs;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InputException, IOException {
    try (StopAtOnce stop = new StopAtOnce()) {
      return simulate();
    }
  }

  private List<KubeObject> cluster(PrintWriter err) throws InputException {
    if (!fromCluster) {
      return List.of();
    }
    List<KubeObject> read = objects.read(cluster.choice(), new Notes(err));
    if (save != null) {
      write("--save", save, SnapshotFile.text(read));
    }
    return read;
  }

  private void check() {
    if (!fromCluster && (save != null || cluster.given())) {
      throw new ParameterException(
          spec.commandLine(),
          (save != null ? "--save" : "--kubeconfig, --context") + ": only with --from-cluster");
    }
    if (!fromCluster && files.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing required parameter: 'FILE', or --from-cluster");
    }
  }

  private int simulate() throws InputException, IOException {
    check();
    boolean html = chart != null && isHtml(chart);
    PrintWriter err = spec.commandLine().getErr();
    List<SimulationReport> reports = run(inputs.read(files, cluster(err), err), err);
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        output == Output.json
            ? JsonReport.text(reports)
            : TextReport.text(reports, Terminal.style()));
    out.flush();
    if (chart != null) {
      write("--chart", chart, html ? ChartHtml.text(reports) : ChartSvg.text(reports));
    }
    boolean held = reports.stream().allMatch(report -> report.expectations().failures().isEmpty());
    return held ? ExitCode.OK : ExitCode.EXPECTATION_FAILED;
  }

  private List<SimulationReport> run(List<SimulationInput> simulations, PrintWriter err) {
    Progress progress = new Progress(err, clock);
    List<SimulationReport> reports = new ArrayList<>();
    for (SimulationInput input : simulations) {
      reports.add(runner.run(input, progress.steps(input.name())));
    }
    return reports;
  }

  private boolean isHtml(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".html")) {
      return true;
    }
    if (name.endsWith(".svg")) {
      return false;
    }
    throw new ParameterException(
        spec.commandLine(), "--chart: the file must end in .svg or .html, found " + file);
  }

  private static void write(String option, Path file, String content) throws InputException {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new InputException(option + ": cannot write " + file + why(e));
    }
  }

  /** Nothing where the message would only repeat the file. */
  private static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return ": there is no such folder";
    }
    if (e instanceof AccessDeniedException) {
      return ": may not be written";
    }
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    return reason == null ? "" : ": " + reason;
  }
}
