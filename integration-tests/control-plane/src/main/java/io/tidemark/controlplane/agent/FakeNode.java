package io.tidemark.controlplane.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node that the agent plays.
 *
 * @param name as the API server has it
 * @param labels besides {@code kubernetes.io/hostname}
 * @param cpu a quantity
 * @param memory a quantity, of the host
 * @param pods how many fit
 * @param cards by the family whose plugin registers them, in order
 */
public record FakeNode(
    String name,
    Map<String, String> labels,
    String cpu,
    String memory,
    int pods,
    Map<PluginFamily, List<FakeCard>> cards) {
  private static final int MANY_PODS = 500;

  /** Copies the maps. */
  public FakeNode {
    labels = new TreeMap<>(labels);
    Map<PluginFamily, List<FakeCard>> copy = new LinkedHashMap<>();
    cards.forEach((family, list) -> copy.put(family, List.copyOf(list)));
    cards = copy;
  }

  /** A large node with these NVIDIA cards; without cards it has no device plugin. */
  public static FakeNode named(String name, FakeCard... cards) {
    return new FakeNode(
        name,
        Map.of(),
        "64",
        "512Gi",
        MANY_PODS,
        cards.length == 0 ? Map.of() : Map.of(PluginFamily.NVIDIA, List.of(cards)));
  }

  /**
   * A large node with equal NVIDIA cards.
   *
   * @param count how many; their uuids are {@code GPU-<node>-<index>}
   * @param memoryMib MiB of each
   */
  public static FakeNode withCards(String name, int count, long memoryMib) {
    List<FakeCard> cards = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cards.add(FakeCard.nvidia("GPU-" + name + "-" + i, memoryMib));
    }
    return named(name, cards.toArray(new FakeCard[0]));
  }

  /** The same node with these cards of a family instead. */
  public FakeNode with(PluginFamily family, List<FakeCard> others) {
    Map<PluginFamily, List<FakeCard>> changed = new LinkedHashMap<>(cards);
    changed.put(family, others);
    return new FakeNode(name, labels, cpu, memory, pods, changed);
  }

  /** The same node with one more label. */
  public FakeNode withLabel(String key, String value) {
    Map<String, String> more = new TreeMap<>(labels);
    more.put(key, value);
    return new FakeNode(name, more, cpu, memory, pods, cards);
  }

  /** The slots of a family's healthy cards: what the kubelet can give. */
  int allocatable(PluginFamily family) {
    return cards.getOrDefault(family, List.of()).stream()
        .filter(FakeCard::healthy)
        .mapToInt(FakeCard::slots)
        .sum();
  }

  /** The slots of a family's cards. */
  int capacity(PluginFamily family) {
    return cards.getOrDefault(family, List.of()).stream().mapToInt(FakeCard::slots).sum();
  }
}
