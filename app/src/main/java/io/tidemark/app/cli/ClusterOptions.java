package io.tidemark.app.cli;

import io.tidemark.app.inspect.ClusterChoice;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster a command reads, as kubectl is told. */
final class ClusterOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = {
        "The cluster of that file. Default: as kubectl finds",
        "it (KUBECONFIG, ~/.kube/config), or the pod's own."
      })
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "A context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  ClusterChoice choice() {
    return new ClusterChoice(kubeconfig, context);
  }

  /** Whether any of them was given. */
  boolean given() {
    return kubeconfig != null || context != null;
  }
}
