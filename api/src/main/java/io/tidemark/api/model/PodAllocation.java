package io.tidemark.api.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The devices that a pod's containers were given: per family one list of slots, one slot per
 * container of the pod (init range first), empty for a container that was given nothing. This is
 * the shape of HAMi's annotations (protocol, section 2.3).
 */
public record PodAllocation(Map<String, List<List<DeviceShare>>> slotsByFamily) {
  public static final PodAllocation EMPTY = new PodAllocation(Map.of());

  public PodAllocation {
    Map<String, List<List<DeviceShare>>> copy = new TreeMap<>();
    slotsByFamily.forEach(
        (family, slots) -> copy.put(family, slots.stream().map(List::copyOf).toList()));
    slotsByFamily = Collections.unmodifiableMap(copy);
  }

  /** What container {@code index} was given of a family; empty where it was given nothing. */
  public List<DeviceShare> shares(String family, int index) {
    List<List<DeviceShare>> slots = slotsByFamily.get(family);
    return slots == null || index >= slots.size() ? List.of() : slots.get(index);
  }

  public boolean isEmpty() {
    return slotsByFamily.isEmpty();
  }
}
