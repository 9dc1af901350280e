package io.tidemark.benchmarks.server;

import java.util.List;

/** Runs the benchmarks that are named: {@code filter}, {@code throughput}. */
public final class ServerBenchmarks {
  private static final List<Integer> FILTER_NODES = List.of(1_000, 5_000);

  private ServerBenchmarks() {}

  /** Each argument is the name of a benchmark. */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) {
    try {
      run(arguments);
      System.exit(0);
    } catch (Exception e) {
      // Threads of clients must not keep a benchmark that has failed.
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static void run(String[] arguments) throws Exception {
    for (String name : arguments) {
      switch (name) {
        case "filter" -> {
          for (int nodes : FILTER_NODES) {
            new FilterBenchmark(nodes).run();
          }
        }
        case "throughput" -> new ThroughputBenchmark().run();
        default ->
            throw new IllegalArgumentException("there are filter and throughput, not " + name);
      }
    }
  }
}
