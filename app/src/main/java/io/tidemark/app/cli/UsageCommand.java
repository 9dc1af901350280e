package io.tidemark.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.inspect.ClusterObjects;
import io.tidemark.app.inspect.ClusterState;
import io.tidemark.app.inspect.LedgerTrees;
import io.tidemark.app.inspect.PrivateLedgers;
import io.tidemark.app.inspect.TidemarkServer;
import io.tidemark.app.inspect.WatchedLedger;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.report.LedgerFilter;
import io.tidemark.app.report.LedgerText;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.KubeObject;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tidemark usage}. */
@Command(
    name = "usage",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Shows what is used of every device and namespace, and by whom.",
    description = {
      "",
      "Reads the nodes, pods and quotas of a cluster and computes by the ledger that",
      "serves; or asks a running Tidemark for its own (--server), which also knows",
      "what is reserved; or reads files (-f). Nothing is written anywhere.",
      ""
    },
    footer = {
      "",
      "Exit status: 0; 2 where the source cannot be read; 130 when a watch is ended",
      "by Ctrl-C.",
      "",
      "Examples:",
      "  tidemark usage",
      "  tidemark usage --node gpu-node-1 --pods",
      "  tidemark usage -n team-a --watch",
      "  tidemark usage -f cluster.yaml -o json"
    })
public final class UsageCommand implements Callable<Integer> {
  /** How the ledger is written. */
  enum Form {
    text,
    wide,
    json
  }

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Inputs inputs;
  private final ClusterObjects objects;
  private final PrivateLedgers ledgers;
  private final LedgerTrees trees;
  private final Clock clock;

  @Spec private CommandSpec spec;

  @Mixin private SourceOptions source = new SourceOptions();

  @Option(names = "--node", paramLabel = "NAME", description = "Only the devices of that node.")
  private @Nullable String node;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Only that namespace, and the devices its pods hold.")
  private @Nullable String namespace;

  @Option(names = "--pods", description = "Who holds each device.")
  private boolean pods;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|wide|json",
      description = {
        "wide adds models, pods and every quota; json is as",
        "GET /api/usage answers. Default: ${DEFAULT-VALUE}."
      })
  private Form form = Form.text;

  @Option(
      names = {"-w", "--watch"},
      description = {
        "Shows every change until Ctrl-C: in place on a",
        "terminal, else one after another."
      })
  private boolean watch;

  @Mixin private ConfigOption config;

  @Inject
  public UsageCommand(
      Inputs inputs,
      ClusterObjects objects,
      PrivateLedgers ledgers,
      LedgerTrees trees,
      Clock clock) {
    this.inputs = inputs;
    this.objects = objects;
    this.ledgers = ledgers;
    this.trees = trees;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InputException, InterruptedException {
    source.check(spec);
    if (watch && !source.files().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--watch: files do not change; give no -f");
    }
    try (StopAtOnce stop = new StopAtOnce()) {
      if (!watch) {
        print(part(ledger()));
        return ExitCode.OK;
      }
      String server = source.server();
      return server == null ? watchCluster() : watchServer(TidemarkServer.at(server));
    }
  }

  /** The whole ledger, as {@code GET /api/usage} answers it. */
  private JsonNode ledger() throws InputException {
    String server = source.server();
    if (server != null) {
      return TidemarkServer.at(server).json("/api/usage");
    }
    ClusterState state = ledgers.state(read(), clock.instant());
    state.problems().forEach(problem -> note(problem.toString()));
    return trees.tree(state.snapshot());
  }

  private List<KubeObject> read() throws InputException {
    return source.files().isEmpty()
        ? objects.read(source.cluster(), this::note)
        : inputs.objects(source.files(), spec.commandLine().getErr());
  }

  private ObjectNode part(JsonNode ledger) throws InputException {
    if (node != null && !ledger.path("nodes").has(node)) {
      throw new InputException("no node " + node);
    }
    return LedgerFilter.only(ledger, node, namespace);
  }

  private int watchCluster() throws InputException, InterruptedException {
    Screen screen = new Screen(spec.commandLine().getOut(), clock);
    try (WatchedLedger ledger = ledgers.watch(source.cluster(), this::note)) {
      // A cluster that cannot be read ends the command at once; what is watched is tried for ever.
      print(screen, part(ledger()));
      long shown = -1;
      while (true) {
        TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
        if (!ledger.isComplete()) {
          continue;
        }
        ClusterSnapshot snapshot = ledger.snapshot();
        if (snapshot.version() != shown) {
          shown = snapshot.version();
          print(screen, LedgerFilter.only(trees.tree(snapshot), node, namespace));
        }
      }
    }
  }

  private int watchServer(TidemarkServer server) throws InputException, InterruptedException {
    Screen screen = new Screen(spec.commandLine().getOut(), clock);
    print(screen, part(server.json("/api/usage")));
    String failure = "";
    while (true) {
      TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.multipliedBy(2).toNanos());
      try {
        print(screen, LedgerFilter.only(server.json("/api/usage"), node, namespace));
        failure = "";
      } catch (InputException e) {
        if (!failure.equals(e.line())) {
          failure = e.line();
          note(failure);
        }
      }
    }
  }

  private void print(ObjectNode ledger) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text(ledger));
    out.flush();
  }

  private void print(Screen screen, ObjectNode ledger) {
    screen.show(text(ledger));
  }

  private String text(ObjectNode ledger) {
    if (form == Form.json) {
      return JsonReport.text(ledger);
    }
    boolean wide = form == Form.wide;
    return LedgerText.text(ledger, new LedgerText.Detail(pods || wide, wide), Terminal.style());
  }

  private void note(String line) {
    new Notes(spec.commandLine().getErr()).accept(line);
  }
}
