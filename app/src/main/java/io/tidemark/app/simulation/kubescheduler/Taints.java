package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Taints and tolerations (Kubernetes core/v1). */
final class Taints {
  private Taints() {}

  /** The first taint that keeps a pod with these tolerations off the node. */
  static Optional<String> untolerated(JsonNode tolerations, JsonNode node) {
    if (node.path("spec").path("unschedulable").asBoolean()
        && !tolerated(tolerations, "node.kubernetes.io/unschedulable", "", "NoSchedule")) {
      return Optional.of("the node is cordoned");
    }
    for (JsonNode taint : node.path("spec").path("taints")) {
      String key = taint.path("key").asText();
      String value = taint.path("value").asText("");
      String effect = taint.path("effect").asText();
      boolean keepsOff = effect.equals("NoSchedule") || effect.equals("NoExecute");
      if (keepsOff && !tolerated(tolerations, key, value, effect)) {
        String shown = value.isEmpty() ? key : key + "=" + value;
        return Optional.of("the node has the taint " + shown + ":" + effect);
      }
    }
    return Optional.empty();
  }

  private static boolean tolerated(JsonNode tolerations, String key, String value, String effect) {
    for (JsonNode toleration : tolerations) {
      String forEffect = toleration.path("effect").asText("");
      String forKey = toleration.path("key").asText("");
      boolean exists = toleration.path("operator").asText("Equal").equals("Exists");
      if ((forEffect.isEmpty() || forEffect.equals(effect))
          && (forKey.equals(key) || (forKey.isEmpty() && exists))
          && (exists || toleration.path("value").asText("").equals(value))) {
        return true;
      }
    }
    return false;
  }
}
