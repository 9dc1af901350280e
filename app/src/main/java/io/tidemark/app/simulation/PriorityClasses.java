package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.ObjectStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Turns a pod's priority class into its priority, as the API server does at creation. */
final class PriorityClasses {
  /** Classes that every cluster has. */
  private static final Map<String, Integer> BUILT_IN =
      Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);

  /** The priority, or that there is no such class. */
  sealed interface Resolution {
    /**
     * @param className empty where the pod has no class and none is the default
     */
    record Known(String className, int value) implements Resolution {}

    record Unknown(String name) implements Resolution {}
  }

  private static final Resolution.Known NO_CLASS = new Resolution.Known("", 0);

  private final ObjectStore objects;

  PriorityClasses(ObjectStore objects) {
    this.objects = objects;
  }

  Resolution resolve(JsonNode pod) {
    JsonNode spec = pod.path("spec");
    String name = spec.path("priorityClassName").asText("");
    if (name.isEmpty()) {
      return spec.hasNonNull("priority")
          ? new Resolution.Known("", spec.path("priority").asInt())
          : globalDefault();
    }
    JsonNode named = objects.get(ObjectKey.of("PriorityClass", "", name));
    if (named != null) {
      return known(named);
    }
    Integer builtIn = BUILT_IN.get(name);
    return builtIn == null ? new Resolution.Unknown(name) : new Resolution.Known(name, builtIn);
  }

  /** Of several the one with the lowest value, as Kubernetes has it. */
  private Resolution.Known globalDefault() {
    List<Resolution.Known> defaults = new ArrayList<>();
    objects.forEach(
        "PriorityClass",
        candidate -> {
          if (candidate.path("globalDefault").asBoolean()) {
            defaults.add(known(candidate));
          }
        });
    return defaults.stream()
        .min(
            Comparator.comparingInt(Resolution.Known::value)
                .thenComparing(Resolution.Known::className))
        .orElse(NO_CLASS);
  }

  private static Resolution.Known known(JsonNode priorityClass) {
    return new Resolution.Known(
        priorityClass.path("metadata").path("name").asText(), priorityClass.path("value").asInt());
  }
}
