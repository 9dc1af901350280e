package io.tidemark.app.scheduling;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.app.cluster.Handover;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

  /**
   * Empty for a pod that asks for nothing of ours.
   *
   * @param devices the node as the allocation was made for it; null where it is not known
   */
  Map<String, String> of(
      PodRecord pod,
      String node,
      PodAllocation allocation,
      @Nullable NodeSnapshot devices,
      Instant at) {
    if (!pod.asks()) {
      return Map.of();
    }
    AllocatedDevices cards = new AllocatedDevices(devices);
    String seconds = Long.toString(at.getEpochSecond());
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(PlacementKeys.NODE, node);
    annotations.put(PlacementKeys.DECIDED_AT, seconds);
    allocation
        .slotsByFamily()
        .forEach(
            (word, slots) -> {
              DeviceFamily family = families.require(word);
              String text = cards.text(family, slots);
              String toAllocate = family.annotations().toAllocate();
              if (toAllocate != null) {
                annotations.put(toAllocate, text);
              }
              annotations.put(family.annotations().allocated(), text);
              annotations.putAll(ExtraAnnotations.of(family, slots, cards, node, at));
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

  /**
   * A device of the allocation that the node does not register any more; null where there is none.
   * Device plugins are told the index or the type of a card, which only its register knows.
   */
  @Nullable String unknownDevice(PodAllocation allocation, @Nullable NodeSnapshot node) {
    AllocatedDevices cards = new AllocatedDevices(node);
    for (Map.Entry<String, List<List<DeviceShare>>> entry : allocation.slotsByFamily().entrySet()) {
      DeviceFamily.Annotations annotations = families.require(entry.getKey()).annotations();
      boolean told =
          annotations.type() == DeviceFamily.TypeText.MODEL
              || annotations.extras().stream().anyMatch(extra -> extra.devices() != null);
      if (told) {
        for (List<DeviceShare> slot : entry.getValue()) {
          for (DeviceShare share : slot) {
            if (cards.device(entry.getKey(), share) == null) {
              return share.uuid();
            }
          }
        }
      }
    }
    return null;
  }

  /**
   * An allocation as annotation texts, by family word.
   *
   * @param node that it was made for; null where it is not known
   */
  public Map<String, String> texts(PodAllocation allocation, @Nullable NodeSnapshot node) {
    AllocatedDevices cards = new AllocatedDevices(node);
    Map<String, String> texts = new TreeMap<>();
    allocation
        .slotsByFamily()
        .forEach((word, slots) -> texts.put(word, cards.text(families.require(word), slots)));
    return texts;
  }
}
