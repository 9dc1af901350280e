package io.tidemark.api.family;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which device families there are.
 *
 * @param enabled words that switch bundled families on, besides those that are on by themselves
 * @param disabled words of families, or of what switches them on, that are off
 */
public record FamilyChoice(Set<String> enabled, Set<String> disabled) {
  /** The bundled families that are on by themselves. */
  public static final FamilyChoice DEFAULT = new FamilyChoice(Set.of(), Set.of());

  public FamilyChoice {
    enabled = Set.copyOf(enabled);
    disabled = Set.copyOf(disabled);
  }

  /**
   * The chosen families; an added one of the same word replaces the bundled one, and is on.
   *
   * @throws IllegalArgumentException where a word means no family, and as {@link DeviceFamilies#of}
   */
  public DeviceFamilies of(List<DeviceFamily> bundled, List<DeviceFamily> added) {
    Set<String> replaced = added.stream().map(DeviceFamily::word).collect(Collectors.toSet());
    List<DeviceFamily> all = new ArrayList<>(added);
    bundled.stream().filter(family -> !replaced.contains(family.word())).forEach(all::add);
    requireKnown(all);
    List<DeviceFamily> chosen = new ArrayList<>();
    for (DeviceFamily family : all) {
      boolean on =
          replaced.contains(family.word())
              || family.switchedOnBy() == null
              || named(enabled, family);
      if (on && !named(disabled, family)) {
        chosen.add(family);
      }
    }
    return DeviceFamilies.of(chosen);
  }

  private static boolean named(Set<String> words, DeviceFamily family) {
    @Nullable String group = family.switchedOnBy();
    return words.contains(family.word()) || (group != null && words.contains(group));
  }

  private void requireKnown(List<DeviceFamily> families) {
    Set<String> known = new TreeSet<>();
    List<DeviceFamily> all = new ArrayList<>(families);
    all.addAll(FamilyReader.bundled());
    for (DeviceFamily family : all) {
      known.add(family.word());
      if (family.switchedOnBy() != null) {
        known.add(family.switchedOnBy());
      }
    }
    Set<String> asked = new TreeSet<>(enabled);
    asked.addAll(disabled);
    for (String word : asked) {
      if (!known.contains(word)) {
        throw new IllegalArgumentException(
            "no device family " + word + "; there are " + String.join(", ", known));
      }
    }
  }
}
