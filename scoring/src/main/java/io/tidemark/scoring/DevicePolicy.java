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
 * @param highestIndexFirst between devices that nothing else tells apart
 * @param idleOnly only devices that nothing is on
 * @param linked the set of devices with the best links, whatever their order
 */
public record DevicePolicy(
    Load load,
    NumaOrder numaOrder,
    NumaOrder boundNumaOrder,
    boolean highestIndexFirst,
    boolean idleOnly,
    boolean linked) {
  /** How much of a device is in use, as a key of the order. */
  public enum Load {
    MOST_FIRST,
    LEAST_FIRST,
    IGNORED
  }

  private static final String BINPACK = "binpack";
  private static final String SPREAD = "spread";
  private static final String NUMA = "numa";

  /** A filter: only a device that nothing is on. */
  private static final String MUTEX = "mutex";

  /** Chooses among sets of devices, not among devices. */
  private static final String TOPOLOGY_AWARE = "topology-aware";

  /**
   * The policy of a configuration value: {@code binpack}, {@code spread}, {@code numa}, {@code
   * mutex}, {@code topology-aware} or a list of them in order of importance, separated by commas.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static DevicePolicy of(String text) {
    for (String word : words(text)) {
      if (!isSortKey(word) && !word.equals(MUTEX) && !word.equals(TOPOLOGY_AWARE)) {
        throw new IllegalArgumentException(
            "device policy must be binpack, spread, numa, mutex, topology-aware or a"
                + " comma-separated list of them, found "
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
    List<String> words = words(text);
    return words.size() == 1 ? ofWord(words.get(0)) : ofList(words);
  }

  private static DevicePolicy ofWord(String word) {
    return switch (word) {
      case NUMA -> ofList(List.of(NUMA));
      case BINPACK -> ofLoad(Load.MOST_FIRST, NumaOrder.LOWEST_FIRST, false, false);
      // Only idle devices are left, and among them the load says nothing.
      case MUTEX -> ofLoad(Load.IGNORED, NumaOrder.HIGHEST_FIRST, true, false);
      default ->
          ofLoad(Load.LEAST_FIRST, NumaOrder.HIGHEST_FIRST, false, word.equals(TOPOLOGY_AWARE));
    };
  }

  private static DevicePolicy ofLoad(
      Load load, NumaOrder boundNumaOrder, boolean idleOnly, boolean linked) {
    return new DevicePolicy(load, NumaOrder.TIE_BREAK, boundNumaOrder, false, idleOnly, linked);
  }

  private static DevicePolicy ofList(List<String> words) {
    List<String> keys = words.stream().filter(DevicePolicy::isSortKey).toList();
    NumaOrder numaOrder = NumaOrder.IGNORED;
    if (keys.contains(NUMA)) {
      numaOrder = keys.get(0).equals(NUMA) ? NumaOrder.HIGHEST_FIRST : NumaOrder.TIE_BREAK;
    }
    return new DevicePolicy(
        keys.isEmpty() ? Load.LEAST_FIRST : load(keys),
        numaOrder,
        NumaOrder.HIGHEST_FIRST,
        true,
        words.contains(MUTEX),
        words.contains(TOPOLOGY_AWARE));
  }

  /** Binpack and spread order by the same number, so the first of them leaves the other nothing. */
  private static Load load(List<String> keys) {
    for (String key : keys) {
      if (key.equals(BINPACK)) {
        return Load.MOST_FIRST;
      }
      if (key.equals(SPREAD)) {
        return Load.LEAST_FIRST;
      }
    }
    return Load.IGNORED;
  }

  private static boolean isSortKey(String word) {
    return word.equals(BINPACK) || word.equals(SPREAD) || word.equals(NUMA);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      words.add(word.strip());
    }
    return words;
  }
}
