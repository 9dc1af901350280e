package io.tidemark.app.scheduling;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.ExtraAnnotation;
import io.tidemark.api.family.ExtraAnnotation.Placeholder;
import io.tidemark.api.family.ExtraText;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceShare;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a family's device plugin reads of a pod besides the allocation. */
final class ExtraAnnotations {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final DeviceFamily family;
  private final AllocatedDevices cards;
  private final String node;
  private final Instant at;

  private ExtraAnnotations(DeviceFamily family, AllocatedDevices cards, String node, Instant at) {
    this.family = family;
    this.cards = cards;
    this.node = node;
    this.at = at;
  }

  static Map<String, String> of(
      DeviceFamily family,
      List<List<DeviceShare>> slots,
      AllocatedDevices cards,
      String node,
      Instant at) {
    ExtraAnnotations texts = new ExtraAnnotations(family, cards, node, at);
    Map<String, String> annotations = new LinkedHashMap<>();
    for (ExtraAnnotation extra : family.annotations().extras()) {
      annotations.put(extra.key(), texts.text(extra, slots));
    }
    return annotations;
  }

  private String text(ExtraAnnotation extra, List<List<DeviceShare>> slots) {
    if (extra.devices() == null) {
      return ExtraText.fill(extra.value(), placeholder -> value(placeholder, null));
    }
    List<List<DeviceShare>> told = told(extra.devices(), slots);
    if (extra.fields().isEmpty()) {
      return told.stream()
          .flatMap(List::stream)
          .map(share -> ExtraText.fill(extra.value(), name -> value(name, share)))
          .collect(Collectors.joining(","));
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (List<DeviceShare> slot : told) {
      ArrayNode objects = extra.byContainer() ? list.addArray() : list;
      slot.forEach(share -> objects.add(object(extra, share)));
    }
    return list.toString();
  }

  private static List<List<DeviceShare>> told(
      ExtraAnnotation.Devices devices, List<List<DeviceShare>> slots) {
    List<List<DeviceShare>> filled = slots.stream().filter(slot -> !slot.isEmpty()).toList();
    if (devices == ExtraAnnotation.Devices.ALL || filled.isEmpty()) {
      return slots;
    }
    return switch (devices) {
      case FIRST -> List.of(List.of(filled.get(0).get(0)));
      case LAST_CONTAINER -> List.of(filled.get(filled.size() - 1));
      case ALL -> slots;
    };
  }

  private ObjectNode object(ExtraAnnotation extra, DeviceShare share) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    extra
        .fields()
        .forEach(
            (name, placeholder) -> {
              String value = value(placeholder, share);
              boolean number =
                  placeholder == Placeholder.MEMORY
                      || placeholder == Placeholder.MEMORY_UNITS
                      || placeholder == Placeholder.CORES
                      || placeholder == Placeholder.INDEX;
              if (number && !value.equals("0")) {
                object.put(name, Long.parseLong(value));
              } else if (!number && !value.isEmpty()) {
                object.put(name, value);
              }
            });
    return object;
  }

  /**
   * @param share null for what does not depend on a device
   */
  private String value(Placeholder placeholder, @Nullable DeviceShare share) {
    return switch (placeholder) {
      case NODE -> node;
      case SECONDS -> Long.toString(at.getEpochSecond());
      case NANOSECONDS ->
          Long.toString(
              Math.addExact(
                  Math.multiplyExact(at.getEpochSecond(), NANOS_PER_SECOND), at.getNano()));
      case INDEX, UUID, MEMORY, MEMORY_UNITS, CORES, TEMPLATE ->
          share == null ? "" : ofDevice(placeholder, share);
    };
  }

  private String ofDevice(Placeholder placeholder, DeviceShare share) {
    Device device = cards.device(family.word(), share);
    return switch (placeholder) {
      case INDEX -> device == null ? "" : Integer.toString(device.index());
      case UUID -> share.uuid();
      case MEMORY -> Long.toString(share.memoryMiB());
      case MEMORY_UNITS -> Long.toString(share.memoryMiB() / family.memory().factor());
      case CORES -> Integer.toString(share.cores());
      case TEMPLATE -> family.memory().templateOf(share.memoryMiB());
      case NODE, SECONDS, NANOSECONDS -> "";
    };
  }
}
