package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Annotations and labels that only the scheduler and the device plugins write. A user who could
 * write them would be charged what he likes, or be given another pod's devices.
 */
final class ForgedKeys {
  private static final String NODE = "hami.io/vgpu-node";

  private final List<String> annotations = new ArrayList<>();

  ForgedKeys(DeviceFamilies families) {
    annotations.addAll(
        List.of(NODE, "hami.io/vgpu-time", "hami.io/bind-time", "hami.io/bind-phase"));
    families
        .all()
        .forEach(
            family -> {
              annotations.add(family.annotations().toAllocate());
              annotations.add(family.annotations().allocated());
            });
  }

  /** Why a new pod may not be created with its metadata. */
  Optional<String> refusal(JsonNode pod) {
    JsonNode metadata = pod.path("metadata");
    for (String key : annotations) {
      if (metadata.path("annotations").hasNonNull(key)) {
        return refusal("annotation", key);
      }
    }
    return metadata.path("labels").hasNonNull(NODE) ? refusal("label", NODE) : Optional.empty();
  }

  private static Optional<String> refusal(String kind, String key) {
    return Optional.of(
        kind + " " + key + " is written by the scheduler; a new pod must not carry it");
  }
}
