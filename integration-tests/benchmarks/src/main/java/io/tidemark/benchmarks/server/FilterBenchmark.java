package io.tidemark.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.controlplane.tidemark.Replica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * {@code POST /filter} with the names of all nodes, one call after the other over one connection,
 * each for another pod and each with a reservation.
 */
final class FilterBenchmark {
  private static final int WARM_UP = 3_000;
  private static final int CALLS = 2_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final int nodes;

  FilterBenchmark(int nodes) {
    this.nodes = nodes;
  }

  void run() throws IOException {
    Path directory = Files.createTempDirectory("tidemark-benchmark");
    Path kubeconfig = directory.resolve("kubeconfig");
    try (ListedApiServer server =
        new ListedApiServer(
            Map.of(
                "nodes",
                ClusterObjects.nodes(nodes),
                "pods",
                ClusterObjects.pods(nodes),
                "resourcequotas",
                List.of()))) {
      server.writeKubeconfig(kubeconfig);
      Map<String, String> settings =
          Map.of("TIDEMARK_LEADERSHIP_ENABLED", "false", "TIDEMARK_TLS_SOURCE", "none");
      try (Replica tidemark =
          new Replica("tidemark", kubeconfig, settings, directory.resolve("log"))) {
        tidemark.start();
        long ready = System.nanoTime() - server.lastListEnd();
        measure(tidemark, ready);
      }
    }
  }

  private void measure(Replica tidemark, long readyNanos) throws IOException {
    ArrayNode names = JSON.createArrayNode();
    for (int i = 0; i < nodes; i++) {
      names.add(ClusterObjects.nodeName(i));
    }
    ObjectNode question = JSON.createObjectNode();
    question.set("NodeNames", names);
    long[] nanos = new long[CALLS];
    for (int i = -WARM_UP; i < CALLS; i++) {
      question.set("Pod", ClusterObjects.newPod(i + WARM_UP));
      String body = question.toString();
      long before = System.nanoTime();
      String answer = tidemark.post("/filter", body).body();
      long took = System.nanoTime() - before;
      JsonNode read = JSON.readTree(answer);
      if (read.path("NodeNames").size() != 1) {
        throw new IllegalStateException("no node was chosen: " + answer);
      }
      if (i >= 0) {
        nanos[i] = took;
      }
    }
    Arrays.sort(nanos);
    Figures.print(
        "/filter, %,d nodes x %d cards, %,d pods"
            .formatted(nodes, ClusterObjects.CARDS, nodes * ClusterObjects.PODS_PER_NODE),
        "p50 %s, p99 %s, resident %s, ready %s after the last list"
            .formatted(
                Figures.millis(nanos[CALLS / 2]),
                Figures.millis(nanos[CALLS * 99 / 100]),
                Figures.resident(tidemark.process().pid()),
                Figures.millis(readyNanos)));
  }
}
