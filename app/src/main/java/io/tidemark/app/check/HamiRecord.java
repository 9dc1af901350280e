package io.tidemark.app.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NamespaceAmount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What HAMi's scheduler records of a pod that is as it is now (protocol, sections 2.3, 5 and 7). It
 * goes by the annotations alone, tells init from app slots by their place in the text, takes the
 * larger of the largest init slot and the sum of the app slots, and drops the init part once every
 * init status that is there shows exit code 0.
 *
 * <p>What a scheduler remembers from before is not known: one that has seen a pod's init containers
 * end keeps the smaller number when they run again.
 *
 * @param node by the annotation; empty where the pod has none, and then nothing is recorded
 * @param unreadable an annotation cannot be decoded, and then nothing is recorded
 * @param devices what is added to each device
 */
record HamiRecord(String node, boolean unreadable, Map<DeviceId, DeviceAmount> devices) {
  private static final int FIELDS = 4;

  HamiRecord {
    devices = Collections.unmodifiableMap(new LinkedHashMap<>(devices));
  }

  /** One device of a slot. */
  private record Piece(String uuid, long memoryMiB, int cores) {}

  static HamiRecord of(JsonNode pod, DeviceFamilies families) {
    JsonNode annotations = pod.path("metadata").path("annotations");
    String node = annotations.path(PlacementKeys.NODE).asText("");
    String phase = pod.path("status").path("phase").asText("");
    if (node.isEmpty() || phase.equals("Succeeded") || phase.equals("Failed")) {
      return new HamiRecord(node, false, Map.of());
    }
    int initContainers = pod.path("spec").path("initContainers").size();
    boolean released = initEnded(pod.path("status").path("initContainerStatuses"));
    Map<DeviceId, DeviceAmount> devices = new LinkedHashMap<>();
    for (DeviceFamily family : families.all()) {
      JsonNode text = annotations.path(family.annotations().allocated());
      List<List<Piece>> slots = slots(text.asText(""));
      if (slots == null) {
        return new HamiRecord(node, true, Map.of());
      }
      collapse(slots, initContainers, released)
          .forEach((uuid, amount) -> devices.put(new DeviceId(family.word(), uuid), amount));
    }
    return new HamiRecord(node, false, devices);
  }

  /** What is charged to the namespace: the sum over the devices. HAMi counts no devices there. */
  Map<String, NamespaceAmount> namespace() {
    Map<String, NamespaceAmount> sums = new TreeMap<>();
    devices.forEach(
        (device, amount) ->
            sums.merge(
                device.family(),
                new NamespaceAmount(0, amount.memoryMiB(), amount.cores()),
                NamespaceAmount::plus));
    return sums;
  }

  private static boolean initEnded(JsonNode statuses) {
    for (JsonNode status : statuses) {
      JsonNode terminated = status.path("state").path("terminated");
      if (!terminated.isObject() || terminated.path("exitCode").asInt() != 0) {
        return false;
      }
    }
    return !statuses.isEmpty();
  }

  private static Map<String, DeviceAmount> collapse(
      List<List<Piece>> slots, int initContainers, boolean released) {
    Map<String, DeviceAmount> init = new LinkedHashMap<>();
    Map<String, DeviceAmount> app = new LinkedHashMap<>();
    for (int i = 0; i < slots.size(); i++) {
      Map<String, DeviceAmount> slot = new LinkedHashMap<>();
      for (Piece piece : slots.get(i)) {
        DeviceAmount amount = new DeviceAmount(0, piece.memoryMiB(), piece.cores());
        slot.merge(piece.uuid(), amount, DeviceAmount::plus);
      }
      boolean isInit = i < initContainers;
      slot.forEach(
          (uuid, amount) -> {
            DeviceAmount one = amount.plus(new DeviceAmount(1, 0, 0));
            if (isInit) {
              init.merge(uuid, one, DeviceAmount::max);
            } else {
              app.merge(uuid, one, DeviceAmount::plus);
            }
          });
    }
    if (!released) {
      init.forEach((uuid, amount) -> app.merge(uuid, amount, DeviceAmount::max));
    }
    return app;
  }

  /** Null where HAMi gives up on the text. */
  private static @Nullable List<List<Piece>> slots(String text) {
    List<List<Piece>> slots = new ArrayList<>();
    for (String slot : text.split(";", -1)) {
      List<Piece> pieces = new ArrayList<>();
      for (String piece : slot.split(":")) {
        if (piece.indexOf(',') < 0) {
          continue;
        }
        String[] fields = piece.split(",", -1);
        try {
          if (fields.length < FIELDS) {
            return null;
          }
          pieces.add(
              new Piece(fields[0], Integer.parseInt(fields[2]), Integer.parseInt(fields[3])));
        } catch (NumberFormatException e) {
          return null;
        }
      }
      slots.add(pieces);
    }
    return slots;
  }
}
