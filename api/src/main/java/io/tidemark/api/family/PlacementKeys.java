package io.tidemark.api.family;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys that only a scheduler and the device plugins write into a pod (protocol, sections 4.4
 * and 6.1), beside those of each family.
 */
public final class PlacementKeys {
  /** Annotation and label with the node's name; the monitor finds its pods by the label. */
  public static final String NODE = "hami.io/vgpu-node";

  public static final String DECIDED_AT = "hami.io/vgpu-time";
  public static final String BIND_PHASE = "hami.io/bind-phase";
  public static final String BOUND_AT = "hami.io/bind-time";

  private PlacementKeys() {}

  /** All annotation keys, those of the families last. */
  public static List<String> annotations(DeviceFamilies families) {
    List<String> keys = new ArrayList<>(List.of(NODE, DECIDED_AT, BOUND_AT, BIND_PHASE));
    for (DeviceFamily family : families.all()) {
      DeviceFamily.Annotations annotations = family.annotations();
      if (annotations.toAllocate() != null) {
        keys.add(annotations.toAllocate());
      }
      keys.add(annotations.allocated());
      annotations.extras().forEach(extra -> keys.add(extra.key()));
    }
    return keys.stream().distinct().toList();
  }
}
