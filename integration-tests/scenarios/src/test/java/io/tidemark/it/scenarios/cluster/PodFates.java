package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What became of the pods of one scenario, as the API server tells it. */
final class PodFates {
  /** The second is kube-scheduler's word where the extender answers with an error. */
  private static final Set<String> FOUND_NO_NODE = Set.of("Unschedulable", "SchedulerError");

  private final ClusterApi api;
  private final Map<String, String> denials = new HashMap<>();
  private final Map<String, JsonNode> last = new HashMap<>();
  private final Set<String> entered = new HashSet<>();

  PodFates(ClusterApi api) {
    this.api = api;
  }

  void entered(String key) {
    entered.add(key);
    denials.remove(key);
    last.remove(key);
  }

  void denied(String key, String message) {
    denials.put(key, message);
  }

  /** The pod as it is; null where it is not there. */
  @Nullable JsonNode now(String key) {
    JsonNode pod = entered.contains(key) ? api.pod(key) : null;
    if (pod != null) {
      last.put(key, pod);
    }
    return pod;
  }

  /** The pod as it is or last was seen; null where it never was. */
  @Nullable JsonNode last(String key) {
    JsonNode pod = now(key);
    return pod == null ? last.get(key) : pod;
  }

  /** The pods that kube-scheduler found no node for. */
  List<String> waiting() {
    return entered.stream().filter(key -> decision(key).equals("Unschedulable")).sorted().toList();
  }

  /** A word of the scenario format; empty where nothing happened yet. */
  String decision(String key) {
    if (denials.containsKey(key)) {
      return "Denied";
    }
    JsonNode pod = now(key);
    if (pod == null) {
      return entered.contains(key) ? "Deleted" : "";
    }
    if (Documents.isPlaced(pod)) {
      return "Bound";
    }
    return unschedulable(pod) == null ? "Pending" : "Unschedulable";
  }

  /** The message of a denial, or of kube-scheduler; empty where there is none. */
  String reason(String key) {
    String denial = denials.get(key);
    if (denial != null) {
      return denial;
    }
    JsonNode pod = now(key);
    String message = pod == null ? null : unschedulable(pod);
    return message == null ? "" : message;
  }

  private static @Nullable String unschedulable(JsonNode pod) {
    for (JsonNode condition : pod.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("PodScheduled")
          && FOUND_NO_NODE.contains(condition.path("reason").asText())) {
        return condition.path("message").asText();
      }
    }
    return null;
  }
}
