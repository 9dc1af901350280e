package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.controlplane.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a scenario expects with what the API server and Tidemark's HTTP interface say, for
 * as long as a cluster may need to come there.
 */
final class ClusterExpectations {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Map<String, String> ALLOCATED =
      Map.of(
          "NVIDIA", "hami.io/vgpu-devices-allocated",
          "ACME", "acme.example/npu-allocated");

  private final RealCluster cluster;
  private final PodFates fates;

  ClusterExpectations(RealCluster cluster, PodFates fates) {
    this.cluster = cluster;
    this.fates = fates;
  }

  void check(JsonNode expected) {
    List<String> differences = new ArrayList<>();
    try {
      Waiting.forValue(
          "it",
          PATIENCE,
          POLL,
          () -> {
            differences.clear();
            compare(expected, differences);
            return differences.isEmpty() ? true : null;
          });
    } catch (AssertionError e) {
      throw new AssertionError(String.join("; ", differences) + e.getMessage(), e);
    }
  }

  private void compare(JsonNode expected, List<String> differences) {
    if (expected.has("pod")) {
      pod(expected, differences);
    } else if (expected.has("quota")) {
      String quota = Documents.key(expected.path("quota").asText());
      JsonNode found =
          cluster
              .usage()
              .path("quotas")
              .path(Documents.namespaceOf(quota))
              .path(Documents.nameOf(quota))
              .path(expected.path("resource").asText());
      amounts(expected, found, differences);
    } else if (expected.has("namespace")) {
      JsonNode found =
          cluster
              .usage()
              .path("namespaces")
              .path(expected.path("namespace").asText())
              .path(expected.path("resource").asText());
      amounts(expected, found, differences);
    } else if (expected.has("device")) {
      device(expected, differences);
    } else {
      ledger(differences);
    }
  }

  private void pod(JsonNode expected, List<String> differences) {
    String key = Documents.key(expected.path("pod").asText());
    JsonNode pod = fates.last(key);
    equal("decision", expected.path("decision"), fates.decision(key), differences);
    String node = pod == null ? "" : pod.path("spec").path("nodeName").asText();
    equal("node", expected.path("node"), node, differences);
    String wanted = expected.path("reason").asText();
    String reason = wanted.isEmpty() ? "" : reason(key);
    if (!reason.contains(wanted) && !reason.contains(UpstreamWords.of(wanted))) {
      differences.add("reason: expected " + wanted + ", found " + reason);
    }
    Map<String, String> allocations = allocations(pod);
    JsonNode allocation = expected.path("allocation");
    if (allocation.isTextual()) {
      equal("allocation", allocation, String.join("", allocations.values()), differences);
    } else if (allocation.isObject()) {
      Map<String, String> texts = new TreeMap<>();
      allocation.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
      if (!texts.equals(allocations)) {
        differences.add("allocation: expected " + texts + ", found " + allocations);
      }
    }
    if (expected.has("devices")) {
      Set<String> devices = new TreeSet<>();
      expected.path("devices").forEach(each -> devices.add(each.asText()));
      Set<String> found = uuids(allocations);
      if (!devices.equals(found)) {
        differences.add("devices: expected " + devices + ", found " + found);
      }
    }
    if (expected.has("wouldFitAfter")) {
      wouldFit(key, expected.path("wouldFitAfter").asText(), differences);
    }
  }

  private static Map<String, String> allocations(@Nullable JsonNode pod) {
    Map<String, String> texts = new TreeMap<>();
    if (pod != null) {
      JsonNode annotations = pod.path("metadata").path("annotations");
      ALLOCATED.forEach(
          (family, key) -> {
            if (annotations.has(key)) {
              texts.put(family, annotations.path(key).asText());
            }
          });
    }
    return texts;
  }

  private static Set<String> uuids(Map<String, String> allocations) {
    Set<String> uuids = new TreeSet<>();
    for (String text : allocations.values()) {
      for (String piece : text.split("[:;]")) {
        if (piece.indexOf(',') > 0) {
          uuids.add(piece.substring(0, piece.indexOf(',')));
        }
      }
    }
    return uuids;
  }

  /** What a user can read of it: in the pod, and from Tidemark, which names the nodes too. */
  private String reason(String key) {
    StringJoiner reasons = new StringJoiner("\n");
    reasons.add(fates.reason(key)).add(lastDecision(key));
    for (JsonNode node : cluster.ask("/api/explain/" + key).path("nodes")) {
      reasons.add(node.path("node").asText() + ": " + node.path("summary").asText());
    }
    return reasons.toString();
  }

  /** What Tidemark said last of a pod of that name. */
  private String lastDecision(String key) {
    JsonNode decisions = cluster.ask("/api/decisions?pod=" + key).path("decisions");
    return decisions.isEmpty()
        ? ""
        : Objects.requireNonNull(decisions.get(0)).path("reason").asText();
  }

  private void wouldFit(String key, String wanted, List<String> differences) {
    List<String> events = new ArrayList<>();
    cluster
        .ask("/api/explain/" + key)
        .path("releases")
        .forEach(
            release -> {
              if (release.path("sufficient").asBoolean()) {
                events.add(release.path("text").asText());
              }
            });
    if (events.stream().noneMatch(event -> event.contains(wanted))) {
      differences.add("wouldFitAfter: expected " + wanted + ", found " + events);
    }
  }

  private void device(JsonNode expected, List<String> differences) {
    JsonNode found =
        cluster
            .usage()
            .path("nodes")
            .path(expected.path("node").asText())
            .path(expected.path("device").asText());
    number("memory", expected.path("memory"), found.path("memoryMiB").asLong(), differences);
    number("cores", expected.path("cores"), found.path("cores").asLong(), differences);
    number("slots", expected.path("slots"), found.path("slots").asLong(), differences);
    if (expected.has("overcommitted")) {
      JsonNode capacity = found.path("capacity");
      boolean over =
          found.path("memoryMiB").asLong() > capacity.path("memoryMiB").asLong()
              || found.path("cores").asLong() > capacity.path("cores").asLong()
              || found.path("slots").asLong() > capacity.path("slots").asLong();
      equal("overcommitted", expected.path("overcommitted"), Boolean.toString(over), differences);
    }
  }

  private static void amounts(JsonNode expected, JsonNode found, List<String> differences) {
    number("used", expected.path("used"), found.path("used").asLong(), differences);
    String limit = found.path("limit").isNumber() ? found.path("limit").asText() : "none";
    equal("limit", expected.path("limit"), limit, differences);
  }

  /** Every total is the sum of what its holders hold. */
  private void ledger(List<String> differences) {
    for (Map.Entry<String, JsonNode> node : cluster.usage().path("nodes").properties()) {
      for (Map.Entry<String, JsonNode> device : node.getValue().properties()) {
        for (String amount : List.of("slots", "memoryMiB", "cores")) {
          long sum = 0;
          for (JsonNode holder : device.getValue().path("holders")) {
            sum += holder.path(amount).asLong();
          }
          if (sum != device.getValue().path(amount).asLong()) {
            differences.add("ledger: " + node.getKey() + " " + device);
          }
        }
      }
    }
  }

  private static void number(String what, JsonNode expected, long found, List<String> differences) {
    if (expected.isNumber() && expected.asLong() != found) {
      differences.add(what + ": expected " + expected + ", found " + found);
    }
  }

  private static void equal(
      String what, JsonNode expected, String found, List<String> differences) {
    if (!expected.isMissingNode() && !expected.asText().equals(found)) {
      differences.add(what + ": expected " + expected + ", found " + found);
    }
  }
}
