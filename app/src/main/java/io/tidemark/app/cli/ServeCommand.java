package io.tidemark.app.cli;

import io.quarkus.runtime.Quarkus;
import io.tidemark.app.serve.Server;
import jakarta.inject.Inject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
    })
public final class ServeCommand implements Callable<Integer> {
  private final Server server;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Inject
  public ServeCommand(Server server) {
    this.server = server;
  }

  @Override
  public Integer call() {
    server.start();
    spec.commandLine().getErr().println("tidemark: serving; stop with Ctrl-C");
    Quarkus.waitForExit();
    return ExitCode.OK;
  }
}
