package io.tidemark.api.placement;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Why a node cannot take a pod.
 *
 * @param code the reason where it concerns the node as a whole; otherwise the most frequent one of
 *     its devices
 * @param container the first container that finds no place; empty where the pod as a whole does not
 * @param devices per device of the container's family, in the node's order; empty where the reason
 *     concerns the node as a whole
 * @param detail the reason with its numbers, in words
 * @param unresolvable no eviction on the node could help
 */
public record NodeRefusal(
    String node,
    RefusalCode code,
    String container,
    List<DeviceRefusal> devices,
    String detail,
    boolean unresolvable) {
  public NodeRefusal {
    devices = List.copyOf(devices);
  }

  /**
   * The text of the extender's reply: {@code 1/2 CardCordoned, 1/2 CardInsufficientMemory}, or the
   * bare code of a whole node.
   */
  public String text() {
    if (devices.isEmpty()) {
      return code.text();
    }
    Map<String, Integer> counts = new TreeMap<>();
    devices.forEach(device -> counts.merge(device.code().text(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + "/" + devices.size() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }
}
