package io.tidemark.app.simulation.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The conditions of a status. Those of other owners stay as they are. */
final class PodConditions {
  static final String SANDBOX = "PodReadyToStartContainers";
  static final String INITIALIZED = "Initialized";
  static final String READY = "Ready";
  static final String CONTAINERS_READY = "ContainersReady";
  static final String SCHEDULED = "PodScheduled";
  static final String ALL_RESTARTING = "AllContainersRestarting";

  private final ArrayNode conditions;
  private final Instant at;

  /**
   * @param at the time of the changes
   */
  PodConditions(JsonNode conditions, Instant at) {
    this.conditions =
        conditions.isArray()
            ? conditions.<ArrayNode>deepCopy()
            : JsonNodeFactory.instance.arrayNode();
    this.at = at;
  }

  ArrayNode json() {
    return conditions;
  }

  void yes(String type) {
    set(type, "True", "", "");
  }

  void no(String type, String reason, String message) {
    set(type, "False", reason, message);
  }

  /** Ends a condition that the pod has; one that it has not stays away. */
  void over(String type) {
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
      condition.put("lastTransitionTime", KubeletTime.text(at));
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
