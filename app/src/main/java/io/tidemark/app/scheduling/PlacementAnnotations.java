package io.tidemark.app.scheduling;

import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.Handover;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a Binding writes into a pod for HAMi's device plugins and monitors (protocol, sections 4.4
 * and 6.1).
 */
public final class PlacementAnnotations {
  /** A label value (apimachinery, validation.IsValidLabelValue); node names may be longer. */
  private static final Pattern LABEL_VALUE =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");

  private final DeviceFamilies families;

  public PlacementAnnotations(DeviceFamilies families) {
    this.families = families;
  }

  /** Empty for a pod that asks for nothing of ours. */
  Map<String, String> of(PodRecord pod, String node, PodAllocation allocation, Instant at) {
    if (!pod.asks()) {
      return Map.of();
    }
    String seconds = Long.toString(at.getEpochSecond());
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(PlacementKeys.NODE, node);
    annotations.put(PlacementKeys.DECIDED_AT, seconds);
    allocation
        .slotsByFamily()
        .forEach(
            (word, slots) -> {
              DeviceFamily.Annotations keys = families.require(word).annotations();
              String text = AllocationCodec.encode(slots, word);
              annotations.put(keys.toAllocate(), text);
              annotations.put(keys.allocated(), text);
            });
    annotations.put(PlacementKeys.BIND_PHASE, Handover.ALLOCATING);
    annotations.put(PlacementKeys.BOUND_AT, seconds);
    return annotations;
  }

  /** Empty where the node's name is no legal label value. */
  Map<String, String> labels(PodRecord pod, String node) {
    return pod.asks() && LABEL_VALUE.matcher(node).matches()
        ? Map.of(PlacementKeys.NODE, node)
        : Map.of();
  }

  /** An allocation as annotation texts, by family word. */
  public static Map<String, String> texts(PodAllocation allocation) {
    Map<String, String> texts = new TreeMap<>();
    allocation
        .slotsByFamily()
        .forEach((word, slots) -> texts.put(word, AllocationCodec.encode(slots, word)));
    return texts;
  }
}
