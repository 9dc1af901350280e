package io.tidemark.app.simulation.scenario;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.QuotaDimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads names in a Scenario. That the objects exist is checked by {@link #check} at the end, when
 * all that the steps bring is known.
 */
final class ScenarioNames {
  private static final Pattern NAMESPACED = Pattern.compile("[^/\\s]+(/[^/\\s]+)?");

  private interface Check {
    void run() throws InputException;
  }

  private final KnownNames known;
  private final Set<String> resources = new LinkedHashSet<>();
  private final Set<String> familyWords = new LinkedHashSet<>();
  private final List<Check> checks = new ArrayList<>();

  ScenarioNames(KnownNames known, DeviceFamilies families) {
    this.known = known;
    for (DeviceFamily family : families.all()) {
      familyWords.add(family.word());
      Arrays.stream(QuotaDimension.values())
          .map(family.resources()::of)
          .filter(Objects::nonNull)
          .forEach(resources::add);
    }
  }

  /** Checks the names read so far against those that are known by now. */
  void check() throws InputException {
    for (Check check : checks) {
      check.run();
    }
  }

  void declare(KubeObject object) {
    known.declare(object);
  }

  void declare(PodKey document, Collection<PodKey> as) {
    known.declare(document, as);
  }

  PodKey document(PlacedValue value) throws InputException {
    PodKey key = PodKey.parse(namespaced(value));
    checks.add(() -> known.requireDocument(value, key));
    return key;
  }

  PodKey pod(PlacedValue value) throws InputException {
    PodKey key = PodKey.parse(namespaced(value));
    checks.add(() -> known.require(value, ObjectKind.POD, key.namespace(), key.name()));
    return key;
  }

  PodKey quota(PlacedValue value) throws InputException {
    PodKey key = PodKey.parse(namespaced(value));
    checks.add(() -> known.require(value, ObjectKind.RESOURCE_QUOTA, key.namespace(), key.name()));
    return key;
  }

  String node(PlacedValue value) throws InputException {
    return object(value, ObjectKind.NODE, "");
  }

  /** The name of an object whose namespace stands elsewhere. */
  String object(PlacedValue value, ObjectKind kind, String namespace) throws InputException {
    String name = value.name();
    checks.add(() -> known.require(value, kind, namespace, name));
    return name;
  }

  String container(PlacedValue value, PodKey pod) throws InputException {
    String name = value.name();
    checks.add(() -> known.requireContainer(value, pod, name));
    return name;
  }

  String device(PlacedValue value) throws InputException {
    String uuid = value.text();
    checks.add(() -> known.requireDevice(value, uuid));
    return uuid;
  }

  String device(PlacedValue value, String node) throws InputException {
    String uuid = value.text();
    checks.add(() -> known.requireDevice(value, node, uuid));
    return uuid;
  }

  /** A new name for a pod, in the namespace of its document unless it names one. */
  PodKey newPod(PlacedValue value, PodKey document) throws InputException {
    String text = namespaced(value);
    return text.contains("/") ? PodKey.parse(text) : new PodKey(document.namespace(), text);
  }

  /** A resource whose use is accounted: a count, memory or cores of an enabled device family. */
  String resource(PlacedValue value) throws InputException {
    String name = value.text();
    if (!resources.contains(name)) {
      throw value.wrong(name + " is not accounted" + hintOrList(name, resources));
    }
    return name;
  }

  /** A key of a map of device families. */
  String familyWord(PlacedValue map, String word) throws InputException {
    if (!familyWords.contains(word)) {
      throw map.get(word)
          .wrong("no device family " + word + " is enabled" + hintOrList(word, familyWords));
    }
    return word;
  }

  private static String hintOrList(String name, Collection<String> known) {
    String hint = Spelling.hint(name, known);
    return hint.isEmpty() ? "; known are " + String.join(", ", known) : hint;
  }

  private static String namespaced(PlacedValue value) throws InputException {
    String text = value.text();
    if (!NAMESPACED.matcher(text).matches()) {
      throw value.wrong("must be a name or namespace/name, found " + value.found());
    }
    return text;
  }
}
