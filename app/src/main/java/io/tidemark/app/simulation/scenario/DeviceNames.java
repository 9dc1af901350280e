package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
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
      DeviceFamily.Inventory inventory = family.inventory();
      if (object.kind().equals(ObjectKind.NODE.word())) {
        String text = annotations.path(inventory.register()).asText("");
        Set<String> uuids = registered.computeIfAbsent(object.name(), any -> new LinkedHashSet<>());
        if (inventory.format() == DeviceFamily.Format.JSON) {
          ofJson(text, uuids);
        } else {
          ofPieces(text, uuids);
        }
      } else if (object.kind().equals(ObjectKind.POD.word())) {
        ofPieces(annotations.path(family.annotations().toAllocate()).asText(""), allocated);
        ofPieces(annotations.path(family.annotations().allocated()).asText(""), allocated);
      }
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

  private static void ofJson(String text, Set<String> uuids) {
    try {
      for (JsonNode card : JSON.readTree(text)) {
        card.properties().stream()
            .filter(field -> field.getKey().equalsIgnoreCase("id"))
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
