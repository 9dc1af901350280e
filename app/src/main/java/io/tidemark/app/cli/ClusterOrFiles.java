package io.tidemark.app.cli;

import io.tidemark.app.inspect.ClusterChoice;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Objects to look at: those of a cluster, or of files. */
final class ClusterOrFiles {
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = {"-f", "--file"},
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files instead of a cluster, YAML or JSON; - is standard input.")
  private List<String> files = new ArrayList<>();

  /** Empty where no files are asked. */
  List<String> files() {
    return files;
  }

  ClusterChoice cluster() {
    return cluster.choice();
  }

  /** Whether a cluster was named. */
  boolean clusterGiven() {
    return cluster.given();
  }

  /** Whether a cluster was named, and files too. */
  boolean bothGiven() {
    return cluster.given() && !files.isEmpty();
  }
}
