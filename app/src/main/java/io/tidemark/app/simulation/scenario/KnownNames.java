package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that a Scenario can use: those of the cluster's objects, of what its steps apply, and
 * the names under which its steps submit pods. Any name that occurs in the Scenario is known in all
 * of it, before its step too.
 */
final class KnownNames {
  private final Set<PodKey> podDocuments = new LinkedHashSet<>();
  private final Map<ObjectKind, Set<String>> names = new LinkedHashMap<>();
  private final Map<PodKey, Set<String>> containers = new LinkedHashMap<>();

  private final DeviceNames devices;

  /**
   * @param families their annotations name devices
   */
  KnownNames(List<KubeObject> objects, DeviceFamilies families) {
    this.devices = new DeviceNames(families);
    for (ObjectKind kind : ObjectKind.values()) {
      names.put(kind, new LinkedHashSet<>());
    }
    for (KubeObject object : objects) {
      declare(object);
      if (object.kind().equals(ObjectKind.POD.word())) {
        podDocuments.add(new PodKey(object.namespace(), object.name()));
      }
    }
  }

  void declare(KubeObject object) {
    ObjectKind kind = ObjectKind.of(object.kind());
    if (kind == null) {
      return;
    }
    of(kind).add(object.qualifiedName());
    devices.declare(object);
    if (kind == ObjectKind.POD) {
      Set<String> own = containersOf(new PodKey(object.namespace(), object.name()));
      for (String range : List.of("initContainers", "containers")) {
        for (JsonNode container : object.json().path("spec").path(range)) {
          own.add(container.path("name").asText());
        }
      }
    }
  }

  /** A pod that a step submits: it has the containers of its document. */
  void declare(PodKey document, Collection<PodKey> as) {
    for (PodKey key : as) {
      of(ObjectKind.POD).add(key.toString());
      containersOf(key).addAll(containersOf(document));
    }
  }

  void requireDocument(PlacedValue at, PodKey key) throws InputException {
    if (!podDocuments.contains(key)) {
      throw unknown(
          at,
          "no Pod document of this cluster is named " + key,
          key.toString(),
          podDocuments.stream().map(PodKey::toString).toList());
    }
  }

  void requireContainer(PlacedValue at, PodKey pod, String container) throws InputException {
    Set<String> known = containersOf(pod);
    if (!known.contains(container)) {
      throw unknown(at, "Pod " + pod + " has no container " + container, container, known);
    }
  }

  void requireDevice(PlacedValue at, String device) throws InputException {
    Set<String> known = devices.anywhere();
    if (!known.contains(device)) {
      throw unknown(at, "no node or pod of this cluster names a device " + device, device, known);
    }
  }

  void requireDevice(PlacedValue at, String node, String device) throws InputException {
    Set<String> known = devices.onNode(node);
    if (!known.contains(device)) {
      throw unknown(at, "Node " + node + " has no device " + device, device, known);
    }
  }

  /** Any namespace exists, also where no document declares it. */
  void require(PlacedValue at, ObjectKind kind, String namespace, String name)
      throws InputException {
    if (kind != ObjectKind.NAMESPACE) {
      require(at, kind, KubeObject.qualifiedName(namespace, name));
    }
  }

  private void require(PlacedValue at, ObjectKind kind, String name) throws InputException {
    if (!of(kind).contains(name)) {
      throw unknown(at, "no " + kind.word() + " of this cluster is named " + name, name, of(kind));
    }
  }

  private static InputException unknown(
      PlacedValue at, String what, String name, Collection<String> known) {
    List<String> sameNameElsewhere = new ArrayList<>();
    for (String other : known) {
      if (other.substring(other.indexOf('/') + 1).equals(name.substring(name.indexOf('/') + 1))) {
        sameNameElsewhere.add(other);
      }
    }
    String hint =
        sameNameElsewhere.isEmpty()
            ? Spelling.hint(name, known)
            : " (did you mean " + sameNameElsewhere.get(0) + "?)";
    return at.wrong(what + hint);
  }

  private Set<String> of(ObjectKind kind) {
    return names.computeIfAbsent(kind, any -> new LinkedHashSet<>());
  }

  private Set<String> containersOf(PodKey pod) {
    return containers.computeIfAbsent(pod, any -> new LinkedHashSet<>());
  }
}
