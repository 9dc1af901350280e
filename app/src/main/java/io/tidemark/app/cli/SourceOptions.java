package io.tidemark.app.cli;

import io.tidemark.app.inspect.ClusterChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a command that only looks gets its answer: a running Tidemark, a cluster, or files. */
final class SourceOptions {
  @Option(
      names = "--server",
      paramLabel = "URL",
      description = {
        "Ask a running Tidemark, for instance at",
        "http://localhost:8080 behind kubectl port-forward."
      })
  private @Nullable String server;

  @Mixin private ClusterOrFiles objects = new ClusterOrFiles();

  /** The URL of a running Tidemark; null where that is not what is asked. */
  @Nullable String server() {
    return server;
  }

  /** Empty where no files are asked. */
  List<String> files() {
    return objects.files();
  }

  ClusterChoice cluster() {
    return objects.cluster();
  }

  /** Ends with one line where more than one source is named. */
  void check(CommandSpec command) {
    boolean other = objects.clusterGiven() || !objects.files().isEmpty();
    if ((server != null && other) || objects.bothGiven()) {
      throw new ParameterException(
          command.commandLine(),
          "one source at a time: --server, a cluster (--kubeconfig, --context), or -f");
    }
  }
}
