package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The conditions of a status. Those of other owners stay as they are. */
public final class PodConditions {
  public static final String SANDBOX = "PodReadyToStartContainers";
  public static final String INITIALIZED = "Initialized";
  public static final String READY = "Ready";
  public static final String CONTAINERS_READY = "ContainersReady";
  public static final String SCHEDULED = "PodScheduled";
  public static final String ALL_RESTARTING = "AllContainersRestarting";

  private final ArrayNode conditions;
  private final Instant at;

  /**
   * @param at the time of the changes
   */
  public PodConditions(JsonNode conditions, Instant at) {
    this.conditions =
        conditions.isArray()
            ? conditions.<ArrayNode>deepCopy()
            : JsonNodeFactory.instance.arrayNode();
    this.at = at;
  }

  /** What the API server sets with a Binding. */
  static void setScheduled(ObjectNode pod, Instant at) {
    PodConditions conditions = of(pod, at);
    conditions.yes(SCHEDULED);
    pod.withObject("/status").set("conditions", conditions.json());
  }

  /** What kube-scheduler sets on a pod that no node can take. */
  public static void setUnschedulable(ObjectNode pod, String message, Instant at) {
    PodConditions conditions = of(pod, at);
    conditions.no(SCHEDULED, "Unschedulable", message);
    pod.withObject("/status").set("conditions", conditions.json());
  }

  private static PodConditions of(ObjectNode pod, Instant at) {
    return new PodConditions(pod.path("status").path("conditions"), at);
  }

  public ArrayNode json() {
    return conditions;
  }

  public void yes(String type) {
    set(type, "True", "", "");
  }

  public void no(String type, String reason, String message) {
    set(type, "False", reason, message);
  }

  /** Ends a condition that the pod has; one that it has not stays away. */
  public void over(String type) {
    ObjectNode condition = find(type);
    if (condition != null && condition.path("status").asText().equals("True")) {
      no(type, "", "");
    }
  }

  private void set(String type, String status, String reason, String message) {
    ObjectNode condition = find(type);
    if (condition == null) {
      condition = conditions.addObject().put("type", type);
    }
    if (!condition.path("status").asText().equals(status)) {
      condition.put("status", status);
      condition.put("lastTransitionTime", ObjectTime.text(at));
    }
    text(condition, "reason", reason);
    text(condition, "message", message);
  }

  private static void text(ObjectNode condition, String field, String text) {
    if (text.isEmpty()) {
      condition.remove(field);
    } else {
      condition.put(field, text);
    }
  }

  private @Nullable ObjectNode find(String type) {
    for (JsonNode condition : conditions) {
      if (condition instanceof ObjectNode object && object.path("type").asText().equals(type)) {
        return object;
      }
    }
    return null;
  }
}
