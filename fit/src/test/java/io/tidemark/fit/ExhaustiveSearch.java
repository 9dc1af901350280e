package io.tidemark.fit;

import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.Steps;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reference for {@link FitPlanner}: tries every assignment of devices to containers and judges
 * each one as a whole. It shares no rule with the product but the formula; the rules of protocol
 * section 4.5 are written out once more, for NVIDIA.
 */
final class ExhaustiveSearch {
  /** Memory, then cores, then slots. */
  static final Comparator<DeviceAmount> SMALLEST =
      Comparator.comparingLong(DeviceAmount::memoryMiB)
          .thenComparingInt(DeviceAmount::cores)
          .thenComparingInt(DeviceAmount::slots);

  private static final String WORD = "NVIDIA";

  private final NodeSnapshot node;
  private final NamespaceSnapshot namespace;
  private final PodRecord pod;
  private final boolean idleOnly;
  private final List<List<DeviceShare>> slots = new ArrayList<>();
  private final List<List<List<DeviceShare>>> bestSlots = new ArrayList<>();
  private @Nullable DeviceAmount best;

  private ExhaustiveSearch(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod, boolean idleOnly) {
    this.node = node;
    this.namespace = namespace;
    this.pod = pod;
    this.idleOnly = idleOnly;
  }

  /** The smallest merged footprint of all plans; null where there is no plan. */
  static @Nullable DeviceAmount smallest(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod) {
    return smallest(node, namespace, pod, false);
  }

  /**
   * @param idleOnly no container shares a device with what runs at the same time
   */
  static @Nullable DeviceAmount smallest(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod, boolean idleOnly) {
    ExhaustiveSearch search = new ExhaustiveSearch(node, namespace, pod, idleOnly);
    search.assign(0);
    return search.best;
  }

  /** All plans with the smallest merged footprint: per container its shares. */
  static List<List<List<DeviceShare>>> allSmallest(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod) {
    ExhaustiveSearch search = new ExhaustiveSearch(node, namespace, pod, false);
    search.assign(0);
    return search.bestSlots;
  }

  private void assign(int container) {
    if (container == pod.containers().size()) {
      judge();
      return;
    }
    Demand demand = pod.containers().get(container).demands().get(WORD);
    if (demand == null) {
      slots.add(List.of());
      assign(container + 1);
      slots.remove(container);
      return;
    }
    int devices = node.devices().size();
    for (int set = 0; set < 1 << devices; set++) {
      if (Integer.bitCount(set) == demand.count()) {
        slots.add(shares(demand, set));
        assign(container + 1);
        slots.remove(container);
      }
    }
  }

  private List<DeviceShare> shares(Demand demand, int set) {
    List<DeviceShare> shares = new ArrayList<>();
    for (int i = 0; i < node.devices().size(); i++) {
      if ((set & 1 << i) != 0) {
        Device device = node.devices().get(i);
        shares.add(
            new DeviceShare(
                device.id().uuid(), demand.memory().onDevice(device.memoryMiB()), demand.cores()));
      }
    }
    return shares;
  }

  private void judge() {
    if (!devicesMayBeGiven() || !everyStepFits()) {
      return;
    }
    Footprint footprint =
        Footprints.of(pod.containers(), new PodAllocation(Map.of(WORD, slots)), Progress.START);
    if (!quotaHolds(footprint.of(WORD))) {
      return;
    }
    DeviceAmount merged =
        footprint.devices().values().stream().reduce(DeviceAmount.ZERO, DeviceAmount::plus);
    if (best == null || SMALLEST.compare(merged, best) < 0) {
      best = merged;
      bestSlots.clear();
    }
    if (merged.equals(best)) {
      bestSlots.add(List.copyOf(slots));
    }
  }

  private boolean devicesMayBeGiven() {
    for (List<DeviceShare> shares : slots) {
      int numaNode = -1;
      for (DeviceShare share : shares) {
        Device device = device(share);
        boolean wanted =
            pod.selection(WORD).useTypes().isEmpty()
                || pod.selection(WORD).useTypes().stream()
                    .anyMatch(
                        type ->
                            device
                                .model()
                                .toLowerCase(Locale.ROOT)
                                .contains(type.toLowerCase(Locale.ROOT)));
        boolean avoided = pod.selection(WORD).avoidUuids().contains(share.uuid());
        boolean strays =
            pod.selection(WORD).numaBind() && numaNode >= 0 && numaNode != device.numaNode();
        if (!device.healthy() || !wanted || avoided || strays) {
          return false;
        }
        numaNode = device.numaNode();
      }
    }
    return true;
  }

  private boolean everyStepFits() {
    for (Steps.Step step : Steps.of(pod.containers())) {
      for (int i = 0; i < node.devices().size(); i++) {
        if (!fits(i, step.members())) {
          return false;
        }
      }
    }
    return true;
  }

  /** The containers of one step on one device, one after another in spec order. */
  private boolean fits(int place, List<Integer> members) {
    Device device = node.devices().get(place);
    int onCard = node.usedSlots(place);
    long memory = node.usedMemory(place);
    int cores = node.usedCores(place);
    for (int member : members) {
      for (DeviceShare share : slots.get(member)) {
        if (!share.uuid().equals(device.id().uuid())) {
          continue;
        }
        boolean wantsAlone = device.cores() == 100 && share.cores() == 100;
        boolean coresGone = device.cores() > 0 && cores == device.cores() && share.cores() == 0;
        if (onCard + 1 > device.slots()
            || memory + share.memoryMiB() > device.memoryMiB()
            || cores + share.cores() > device.cores()
            || ((wantsAlone || idleOnly) && onCard > 0)
            || coresGone) {
          return false;
        }
        onCard++;
        memory += share.memoryMiB();
        cores += share.cores();
      }
    }
    return true;
  }

  private boolean quotaHolds(NamespaceAmount need) {
    for (QuotaSnapshot quota : namespace.quotas()) {
      boolean holds =
          quota.quota().limits().stream()
              .allMatch(
                  limit -> {
                    long more = need.in(limit.dimension());
                    long used = quota.used(WORD).in(limit.dimension());
                    return more == 0 || used + more <= limit.limit();
                  });
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private Device device(DeviceShare share) {
    return node.devices().stream()
        .filter(device -> device.id().uuid().equals(share.uuid()))
        .findFirst()
        .orElseThrow();
  }

  /** For messages. */
  static String describe(NodeSnapshot node, PodRecord pod) {
    StringBuilder text = new StringBuilder("\nselection ").append(pod.selection(WORD));
    for (int i = 0; i < node.devices().size(); i++) {
      text.append("\n").append(node.devices().get(i)).append(" used ").append(node.used(i));
    }
    for (ContainerSpec container : pod.containers()) {
      text.append("\n").append(container);
    }
    return text.toString();
  }
}
