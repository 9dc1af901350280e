package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.ObjectStore;
import java.util.Map;

/** Turns a pod's priority class into its priority, as the API server does at creation. */
final class PriorityClasses {
  /** Classes that every cluster has. */
  private static final Map<String, Integer> BUILT_IN =
      Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);

  /** The priority, or that there is no such class. */
  sealed interface Resolution {
    record Known(int value) implements Resolution {}

    record Unknown(String name) implements Resolution {}
  }

  private final ObjectStore objects;

  PriorityClasses(ObjectStore objects) {
    this.objects = objects;
  }

  Resolution resolve(JsonNode pod) {
    JsonNode spec = pod.path("spec");
    String name = spec.path("priorityClassName").asText("");
    if (name.isEmpty()) {
      return new Resolution.Known(
          spec.has("priority") ? spec.path("priority").asInt() : globalDefault());
    }
    JsonNode named = objects.get(ObjectKey.of("PriorityClass", "", name));
    if (named != null) {
      return new Resolution.Known(named.path("value").asInt());
    }
    Integer builtIn = BUILT_IN.get(name);
    return builtIn == null ? new Resolution.Unknown(name) : new Resolution.Known(builtIn);
  }

  private int globalDefault() {
    int[] value = {0};
    objects.forEach(
        "PriorityClass",
        candidate -> {
          if (candidate.path("globalDefault").asBoolean()) {
            value[0] = candidate.path("value").asInt();
          }
        });
    return value[0];
  }
}
