package io.tidemark.api.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pod is charged now: on each device, and per family in its namespace. The two are separate
 * maxima (design, section 2): a pod whose init container uses card A and whose app uses card B is
 * charged both cards, but in its namespace only the larger of the two.
 *
 * @param devices without zero amounts
 * @param namespace by family word, without zero amounts
 */
public record Footprint(
    Map<DeviceId, DeviceAmount> devices, Map<String, NamespaceAmount> namespace) {
  public static final Footprint NONE = new Footprint(Map.of(), Map.of());

  public Footprint {
    devices = Collections.unmodifiableMap(new LinkedHashMap<>(devices));
    namespace = Collections.unmodifiableMap(new TreeMap<>(namespace));
  }

  public DeviceAmount on(DeviceId device) {
    return devices.getOrDefault(device, DeviceAmount.ZERO);
  }

  public NamespaceAmount of(String family) {
    return namespace.getOrDefault(family, NamespaceAmount.ZERO);
  }

  public boolean isZero() {
    return devices.isEmpty() && namespace.isEmpty();
  }
}
