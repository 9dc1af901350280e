package io.tidemark.app.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.PlacementKeys;

/**
 * How far a pod's device plugins are with it, as its annotations say (protocol, section 6).
 *
 * @param phase {@code allocating}, {@code success}, {@code failed} or what else stands there; empty
 *     where nothing does
 * @param unallocated some plugin has yet to hand out devices
 */
public record Handover(String phase, boolean unallocated) {
  public static final String ALLOCATING = "allocating";
  public static final String SUCCESS = "success";
  public static final String FAILED = "failed";

  /** A pod that nothing was bound for. */
  public static final Handover NONE = new Handover("", false);

  /** Whether a device plugin may still read the pod's annotations. */
  public boolean pending() {
    return phase.equals(ALLOCATING) || (unallocated && !phase.equals(FAILED));
  }

  /** Reads a pod's annotations; what is no text counts as absent. */
  static Handover read(JsonNode pod, DeviceFamilies families) {
    JsonNode annotations = pod.path("metadata").path("annotations");
    boolean unallocated = false;
    for (DeviceFamily family : families.all()) {
      String key = family.annotations().toAllocate();
      unallocated |= key != null && AllocationCodec.namesDevices(annotations.path(key).asText(""));
    }
    return new Handover(annotations.path(PlacementKeys.BIND_PHASE).asText(""), unallocated);
  }
}
