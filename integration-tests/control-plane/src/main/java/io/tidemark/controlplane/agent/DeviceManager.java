package io.tidemark.controlplane.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The kubelet's count of one extended resource on one node. It knows ids, not cards: a container
 * gets as many ids as it asks for, those that ordinary init containers of its pod had first, and a
 * pod keeps what its containers were given until it is terminal. So it holds the larger of init and
 * app containers for life, and sidecars on top.
 *
 * <p>Rules of the kubelet's devicemanager: {@code Allocate}, {@code devicesToAllocate}.
 */
final class DeviceManager {
  private final Map<String, TreeSet<Integer>> held = new HashMap<>();
  private final Map<String, TreeSet<Integer>> reusable = new HashMap<>();
  private int capacity;

  /**
   * @param capacity the ids that healthy devices have
   */
  DeviceManager(int capacity) {
    this.capacity = capacity;
  }

  void capacity(int ids) {
    capacity = ids;
  }

  /** Too few ids. The message is the kubelet's. */
  static final class Exhausted extends Exception {
    private static final long serialVersionUID = 1L;

    Exhausted(String resource, int requested, int available) {
      super(
          "requested number of devices unavailable for %s. Requested: %d, Available: %d"
              .formatted(resource, requested, available));
    }
  }

  /**
   * Gives a container its ids. Containers of one pod come in the order of the spec, init first.
   *
   * @param pod its UID
   * @param kind decides whether later containers of the pod may have the same ids
   * @param resource for the message
   * @param number at least 1
   * @return the ids
   * @throws Exhausted not as many are free
   */
  List<Integer> allocate(String pod, ContainerSpec.Kind kind, String resource, int number)
      throws Exhausted {
    TreeSet<Integer> own = reusable.computeIfAbsent(pod, key -> new TreeSet<>());
    TreeSet<Integer> free = free();
    List<Integer> given = new ArrayList<>();
    take(own, number, given);
    take(free, number, given);
    if (given.size() < number) {
      throw new Exhausted(resource, number, free().size() + own.size());
    }
    held.computeIfAbsent(pod, key -> new TreeSet<>()).addAll(given);
    if (kind == ContainerSpec.Kind.INIT) {
      own.addAll(given);
    } else {
      given.forEach(own::remove);
    }
    return given;
  }

  /** The pod is terminal or gone. */
  void release(String pod) {
    held.remove(pod);
    reusable.remove(pod);
  }

  /** How many ids pods hold. */
  int inUse() {
    return held.values().stream().mapToInt(TreeSet::size).sum();
  }

  private TreeSet<Integer> free() {
    TreeSet<Integer> free = new TreeSet<>();
    for (int id = 0; id < capacity; id++) {
      free.add(id);
    }
    held.values().forEach(free::removeAll);
    return free;
  }

  private static void take(TreeSet<Integer> from, int number, List<Integer> into) {
    for (Integer id : from) {
      if (into.size() == number) {
        return;
      }
      into.add(id);
    }
  }
}
