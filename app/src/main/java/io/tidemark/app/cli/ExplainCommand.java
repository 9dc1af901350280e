package io.tidemark.app.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.inspect.ClusterChoice;
import io.tidemark.app.inspect.ClusterObjects;
import io.tidemark.app.inspect.TidemarkServer;
import io.tidemark.app.report.Decision;
import io.tidemark.app.report.ExplanationText;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.simulation.PodStanding;
import io.tidemark.app.simulation.SimulationRunner;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.KubeObject;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      "What each step of the pod's life needs, what is free on every device, what",
      "blocks, who holds it, and which coming event makes enough room. Pods with a",
      "nodeName are there; other pods of the files are left out, so the answer is",
      "about this pod alone. Where the files have a Scenario it is run to its end",
      "first; a pod that none of its steps submits is then asked about as a new one.",
      "",
      "Without -f the pod is one of a cluster, which is only read, or of a running",
      "Tidemark (--server), which also knows what is reserved.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  tidemark explain team-a/train",
      "  tidemark explain train -n team-a --server http://localhost:8080",
      "  tidemark explain team-a/train -f cluster.yaml -f new-pod.yaml"
    })
public final class ExplainCommand implements Callable<Integer> {
  private final SimulationRunner runner;
  private final Inputs inputs;
  private final ClusterObjects objects;
  private final Clock clock;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "POD",
      description = {
        "namespace/name. A name alone is in the namespace of -n,",
        "else of the kubeconfig's context, else default."
      })
  private String pod = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "The namespace of a pod that is named without one.")
  private @Nullable String namespace;

  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      description = "How the answer is written. Default: ${DEFAULT-VALUE}.")
  private SimulateCommand.Output output = SimulateCommand.Output.text;

  @Mixin private ConfigOption config;

  @Inject
  public ExplainCommand(
      SimulationRunner runner, Inputs inputs, ClusterObjects objects, Clock clock) {
    this.runner = runner;
    this.inputs = inputs;
    this.objects = objects;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InputException {
    try (StopAtOnce stop = new StopAtOnce()) {
      return explain();
    }
  }

  private int explain() throws InputException {
    source.check(spec);
    PrintWriter out = spec.commandLine().getOut();
    String server = source.server();
    if (server != null) {
      out.print(ofServer(TidemarkServer.at(server), key("default")));
    } else if (source.files().isEmpty()) {
      out.print(ofCluster());
    } else {
      out.print(ofFiles(source.files(), key("default")));
    }
    out.flush();
    return ExitCode.OK;
  }

  /**
   * @param usual where neither the name nor an option says it
   */
  private PodKey key(String usual) {
    if (pod.indexOf('/') < 0) {
      return new PodKey(namespace == null ? usual : namespace, pod);
    }
    PodKey key = PodKey.parse(pod);
    if (namespace != null && !namespace.equals(key.namespace())) {
      throw new ParameterException(
          spec.commandLine(), pod + " is not in namespace " + namespace + " of --namespace");
    }
    return key;
  }

  private String ofServer(TidemarkServer server, PodKey key) throws InputException {
    boolean text = output == SimulateCommand.Output.text;
    String path = "/api/explain/" + encoded(key.namespace()) + "/" + encoded(key.name());
    return new String(
        server.get(path, text ? TidemarkServer.TEXT : TidemarkServer.JSON), StandardCharsets.UTF_8);
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private String ofCluster() throws InputException {
    ClusterChoice cluster = source.cluster();
    boolean named = pod.indexOf('/') >= 0 || namespace != null;
    PodKey key = key(named ? "default" : objects.namespace(cluster));
    PrintWriter err = spec.commandLine().getErr();
    List<KubeObject> read = objects.read(cluster, new Notes(err));
    PodStanding standing = runner.explain(read, key);
    if (standing == null) {
      throw new InputException("no pod " + key + " in the cluster");
    }
    return written(key, List.of(new Answered(null, standing)), false);
  }

  private String ofFiles(List<String> files, PodKey key) throws InputException {
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
    return written(key, answers, simulations.size() > 1);
  }

  private String written(PodKey key, List<Answered> answers, boolean several) {
    return output == SimulateCommand.Output.json
        ? json(key, answers, several)
        : text(key, answers, several);
  }

  /**
   * @param scenario null where a cluster was asked
   */
  private record Answered(@Nullable String scenario, PodStanding standing) {}

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
