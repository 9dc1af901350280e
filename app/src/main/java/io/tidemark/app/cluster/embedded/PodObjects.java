package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodKey;

/** What of a pod's object says which pod it is and where. */
public final class PodObjects {
  private PodObjects() {}

  public static PodKey key(JsonNode pod) {
    ObjectKey key = ObjectKey.of(pod);
    return new PodKey(key.namespace(), key.name());
  }

  public static String uid(JsonNode pod) {
    return pod.path("metadata").path("uid").asText();
  }

  /** Empty until the pod is bound. */
  public static String nodeName(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText("");
  }

  public static boolean isBound(JsonNode pod) {
    return !nodeName(pod).isEmpty();
  }
}
