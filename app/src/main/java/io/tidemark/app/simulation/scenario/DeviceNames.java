package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.kube.CapacityCards;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The uuids of devices that annotations name. A card that its register describes wrongly counts
 * too: a Scenario may expect that nothing is on it.
 */
final class DeviceNames {
  private static final JsonMapper JSON = new JsonMapper();

  private final DeviceFamilies families;
  private final Map<String, Set<String>> registered = new LinkedHashMap<>();
  private final Set<String> allocated = new LinkedHashSet<>();

  DeviceNames(DeviceFamilies families) {
    this.families = families;
  }

  /** Takes what an object's annotations name, whatever they say of it. */
  void declare(KubeObject object) {
    JsonNode annotations = object.json().path("metadata").path("annotations");
    for (DeviceFamily family : families.all()) {
      if (object.kind().equals(ObjectKind.NODE.word())) {
        Set<String> uuids = registered.computeIfAbsent(object.name(), any -> new LinkedHashSet<>());
        onNode(family, object, annotations, uuids);
      } else if (object.kind().equals(ObjectKind.POD.word())) {
        String toAllocate = family.annotations().toAllocate();
        if (toAllocate != null) {
          ofPieces(annotations.path(toAllocate).asText(""), allocated);
        }
        ofPieces(annotations.path(family.annotations().allocated()).asText(""), allocated);
      }
    }
  }

  private static void onNode(
      DeviceFamily family, KubeObject object, JsonNode annotations, Set<String> uuids) {
    DeviceFamily.Inventory inventory = family.inventory();
    if (inventory.register() == null) {
      CapacityCards.of(family, object.json(), object.name())
          .forEach(device -> uuids.add(device.id().uuid()));
      return;
    }
    String text = annotations.path(inventory.register()).asText("");
    if (inventory.format() == DeviceFamily.Format.JSON) {
      ofJson(text, inventory.keys().getOrDefault("id", "id"), uuids);
    } else {
      ofPieces(text, uuids);
    }
  }

  /** Those that a node registers, and those that any pod says it holds. */
  Set<String> onNode(String node) {
    Set<String> uuids = new LinkedHashSet<>(registered.getOrDefault(node, Set.of()));
    uuids.addAll(allocated);
    return uuids;
  }

  Set<String> anywhere() {
    Set<String> uuids = new LinkedHashSet<>();
    registered.values().forEach(uuids::addAll);
    uuids.addAll(allocated);
    return uuids;
  }

  private static void ofJson(String text, String idKey, Set<String> uuids) {
    try {
      for (JsonNode card : JSON.readTree(text)) {
        card.properties().stream()
            .filter(field -> field.getKey().equalsIgnoreCase(idKey))
            .forEach(field -> uuids.add(field.getValue().asText("")));
      }
    } catch (JsonProcessingException e) {
      // Names no device; the register is reported where the node is read.
    }
  }

  /** The line form and allocations alike put a uuid first in each piece. */
  private static void ofPieces(String text, Set<String> uuids) {
    for (String piece : text.split("[:;]")) {
      if (piece.indexOf(',') > 0) {
        uuids.add(piece.substring(0, piece.indexOf(',')));
      }
    }
  }
}
