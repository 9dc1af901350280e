package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The condition {@code PodScheduled} of a pod, as the API server and kube-scheduler write it. */
public final class Conditions {
  private Conditions() {}

  /** What the API server sets with a Binding. */
  static ObjectNode podScheduled(Instant at) {
    return condition("True", at);
  }

  /** What kube-scheduler sets on a pod that no node can take. */
  public static ObjectNode unschedulable(String message, Instant at) {
    return condition("False", at).put("reason", "Unschedulable").put("message", message);
  }

  /** Replaces the condition of the same type, or adds it. A transition needs another status. */
  public static void set(ObjectNode pod, ObjectNode condition) {
    ArrayNode conditions = pod.withObject("/status").withArray("/conditions");
    for (int i = 0; i < conditions.size(); i++) {
      JsonNode present = conditions.get(i);
      if (present.path("type").equals(condition.path("type"))) {
        if (present.path("status").equals(condition.path("status"))
            && present.has("lastTransitionTime")) {
          condition.set("lastTransitionTime", present.get("lastTransitionTime"));
        }
        conditions.set(i, condition);
        return;
      }
    }
    conditions.add(condition);
  }

  private static ObjectNode condition(String status, Instant at) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", "PodScheduled")
        .put("status", status)
        .put("lastTransitionTime", at.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
