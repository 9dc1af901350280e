package io.tidemark.api.family;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The enabled device families, in the order of their words. Immutable. */
public final class DeviceFamilies {
  private static final List<String> RESOURCE_KINDS = List.of("limits", "requests");

  private final Map<String, DeviceFamily> byWord;
  private final Map<String, DeviceFamily> byResource = new HashMap<>();

  private DeviceFamilies(Map<String, DeviceFamily> byWord) {
    this.byWord = Collections.unmodifiableMap(byWord);
    for (DeviceFamily family : byWord.values()) {
      family.resources().names().forEach(name -> byResource.put(name, family));
    }
  }

  /**
   * @throws IllegalArgumentException where two families share a word, a resource name or an
   *     annotation key
   */
  public static DeviceFamilies of(Collection<DeviceFamily> families) {
    Map<String, DeviceFamily> byWord = new TreeMap<>();
    Map<String, String> owners = new TreeMap<>();
    for (DeviceFamily family : families) {
      if (byWord.put(family.word(), family) != null) {
        throw new IllegalArgumentException("device family " + family.word() + " is defined twice");
      }
      for (String name : family.resources().names()) {
        claim(owners, "resource " + name, family.word());
      }
      claimAnnotation(owners, family.inventory().register(), family.word());
      claimAnnotation(owners, family.annotations().allocated(), family.word());
      claimAnnotation(owners, family.annotations().toAllocate(), family.word());
    }
    return new DeviceFamilies(byWord);
  }

  private static void claimAnnotation(
      Map<String, String> owners, @Nullable String key, String word) {
    if (key != null) {
      claim(owners, "annotation " + key, word);
    }
  }

  private static void claim(Map<String, String> owners, String what, String word) {
    String owner = owners.put(what, word);
    if (owner != null) {
      throw new IllegalArgumentException(
          what + " is used by the device families " + owner + " and " + word);
    }
  }

  public Collection<DeviceFamily> all() {
    return byWord.values();
  }

  /**
   * The families that a container names a resource of, in the order of their words. Costs what the
   * container names, not how many families there are.
   */
  public Collection<DeviceFamily> namedBy(JsonNode container) {
    JsonNode resources = container.path("resources");
    Map<String, DeviceFamily> named = new TreeMap<>();
    for (String kind : RESOURCE_KINDS) {
      resources
          .path(kind)
          .fieldNames()
          .forEachRemaining(
              name -> {
                DeviceFamily family = byResource.get(name);
                if (family != null) {
                  named.put(family.word(), family);
                }
              });
    }
    return named.values();
  }

  public @Nullable DeviceFamily byWord(String word) {
    return byWord.get(word);
  }

  /**
   * The family of a word that came from a record, which holds only words of enabled families.
   *
   * @throws IllegalArgumentException for any other word
   */
  public DeviceFamily require(String word) {
    DeviceFamily family = byWord.get(word);
    if (family == null) {
      throw new IllegalArgumentException(
          "no device family " + word + "; enabled are " + List.copyOf(byWord.keySet()));
    }
    return family;
  }
}
