package io.tidemark.scoring;

import io.tidemark.api.placement.PlacementPolicy.NumaOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * In which order a node's devices are taken, from a policy text (protocol, section 4.6).
 *
 * @param load how a device's load takes part
 * @param numaOrder where the pod does not bind its devices to one NUMA node
 * @param boundNumaOrder where it does
 */
public record DevicePolicy(Load load, NumaOrder numaOrder, NumaOrder boundNumaOrder) {
  /** How much of a device is in use, as a key of the order. */
  public enum Load {
    MOST_FIRST,
    LEAST_FIRST,
    IGNORED
  }

  /** The filter that HAMi has and Tidemark has not: only a device that nothing is on. */
  static final String MUTEX = "mutex";

  private static final String NUMA = "numa";
  private static final DevicePolicy SPREAD =
      new DevicePolicy(Load.LEAST_FIRST, NumaOrder.TIE_BREAK, NumaOrder.HIGHEST_FIRST);
  private static final DevicePolicy BINPACK =
      new DevicePolicy(Load.MOST_FIRST, NumaOrder.TIE_BREAK, NumaOrder.LOWEST_FIRST);

  /**
   * The policy of a configuration value: {@code binpack}, {@code spread}, {@code numa} or a list of
   * them in order of importance, separated by commas.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static DevicePolicy of(String text) {
    for (String word : words(text)) {
      if (!isSortKey(word)) {
        throw new IllegalArgumentException(
            "device policy must be binpack, spread, numa or a comma-separated list of them, found "
                + text);
      }
    }
    return ofAnnotation(text);
  }

  /**
   * What an annotation asks for. As in HAMi, words that are no key of the order are passed over,
   * and a text without any key spreads.
   */
  static DevicePolicy ofAnnotation(String text) {
    List<String> keys = words(text).stream().filter(DevicePolicy::isSortKey).toList();
    if (keys.isEmpty()) {
      return SPREAD;
    }
    boolean list = text.indexOf(',') >= 0;
    if (!list && !keys.get(0).equals(NUMA)) {
      return keys.get(0).equals("binpack") ? BINPACK : SPREAD;
    }
    NumaOrder numaOrder = keys.get(0).equals(NUMA) ? NumaOrder.HIGHEST_FIRST : NumaOrder.TIE_BREAK;
    return new DevicePolicy(load(keys), numaOrder, NumaOrder.HIGHEST_FIRST);
  }

  /** Whether a policy text asks for devices that nothing is on. */
  static boolean asksForIdleDevices(String text) {
    return words(text).contains(MUTEX);
  }

  /** Binpack and spread order by the same number, so the first of them leaves the other nothing. */
  private static Load load(List<String> keys) {
    for (String key : keys) {
      if (key.equals("binpack")) {
        return Load.MOST_FIRST;
      }
      if (key.equals("spread")) {
        return Load.LEAST_FIRST;
      }
    }
    return Load.IGNORED;
  }

  private static boolean isSortKey(String word) {
    return word.equals("binpack") || word.equals("spread") || word.equals(NUMA);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      words.add(word.strip());
    }
    return words;
  }
}
