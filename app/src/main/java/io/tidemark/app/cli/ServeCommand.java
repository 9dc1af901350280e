package io.tidemark.app.cli;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.Quarkus;
import io.tidemark.app.serve.EmbeddedServer;
import io.tidemark.app.serve.Server;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tidemark serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Serves a cluster: kube-scheduler's extender and the API server's webhook.",
    description = {
      "",
      "Takes the API server of the kubeconfig, or of the pod it runs in. Needs what",
      "`tidemark manifests` grants. Runs until it is stopped.",
      ""
    },
    footer = {
      "",
      "Exit status: 0 when it was stopped, 2 for a configuration or a file that",
      "cannot be used, or where there is no API server.",
      "",
      "Example, without a cluster:",
      "  tidemark serve --embedded --play docs/examples/first-look.yaml",
      "  curl http://localhost:8080/api/usage"
    })
public final class ServeCommand implements Callable<Integer> {
  private final Server server;
  private final EmbeddedServer embeddedServer;
  private final Inputs inputs;

  @Spec private CommandSpec spec;

  @Option(
      names = "--dry-run",
      description = {
        "Decides and reports beside another scheduler, and",
        "writes nothing. See GET /api/decisions."
      })
  private boolean dryRun;

  @Option(
      names = "--embedded",
      description = {
        "Serves a cluster inside this process instead: objects",
        "in memory, a virtual kubelet, and a stand-in for",
        "kube-scheduler."
      })
  private boolean embedded;

  @Option(
      names = "--play",
      paramLabel = "FILE",
      description = {
        "What is in the embedded cluster and what happens",
        "there, as for `tidemark simulate`. Goes on serving",
        "after the last step."
      })
  private @Nullable String play;

  @Mixin private ConfigOption config;

  @Inject
  public ServeCommand(Server server, EmbeddedServer embeddedServer, Inputs inputs) {
    this.server = server;
    this.embeddedServer = embeddedServer;
    this.inputs = inputs;
  }

  @Override
  public Integer call() throws InputException {
    PrintWriter err = spec.commandLine().getErr();
    if (LaunchMode.current() == LaunchMode.DEVELOPMENT && !embedded && !dryRun) {
      chooseDevCluster(err);
    }
    if (embedded) {
      startEmbedded(err);
    } else {
      startOnCluster(err);
    }
    Quarkus.waitForExit();
    return ExitCode.OK;
  }

  private void chooseDevCluster(PrintWriter err) {
    ConfigValue serverUrl = ConfigProvider.getConfig().getConfigValue(DevCluster.SERVER_URL);
    DevCluster cluster = DevCluster.choose(System.getenv("KUBECONFIG"), serverUrl);
    err.println("tidemark: " + cluster.line());
    if (cluster == DevCluster.EMBEDDED) {
      embedded = true;
      play = DevCluster.story(Path.of("")).map(Path::toString).orElse(null);
    }
  }

  private void startEmbedded(PrintWriter err) throws InputException {
    if (dryRun) {
      throw wrong("--dry-run needs a cluster that somebody else schedules, not --embedded");
    }
    SimulationInput input = play == null ? null : inputs.read(List.of(play), err).get(0);
    embeddedServer.start(input, line -> err.println("tidemark: " + line));
    err.println("tidemark: serving an embedded cluster; stop with Ctrl-C");
  }

  private void startOnCluster(PrintWriter err) {
    if (play != null) {
      throw wrong("--play needs --embedded: nothing is played on a real cluster");
    }
    if (dryRun) {
      server.startDryRun();
      err.println("tidemark: dry run, nothing is written to the cluster; stop with Ctrl-C");
    } else {
      server.start();
      err.println("tidemark: serving; stop with Ctrl-C");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
