package io.tidemark.api.formula;

import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.MemoryDemand;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodAllocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Applies {@link Steps} to devices, to namespaces and to the kubelet's count. */
public final class Footprints {
  private Footprints() {}

  /** What a pod with that allocation is charged at that progress. */
  public static Footprint of(
      List<ContainerSpec> containers, PodAllocation allocation, Progress progress) {
    if (progress.terminal() || allocation.isEmpty()) {
      return Footprint.NONE;
    }
    Map<DeviceId, DeviceAmount> devices = new LinkedHashMap<>();
    Map<String, NamespaceAmount> namespace = new TreeMap<>();
    for (String family : allocation.slotsByFamily().keySet()) {
      List<Map<String, DeviceAmount>> held = heldByDevice(allocation, family, containers.size());
      Set<String> uuids = new LinkedHashSet<>();
      held.forEach(onDevices -> uuids.addAll(onDevices.keySet()));
      for (String uuid : uuids) {
        DeviceAmount peak =
            Steps.peak(
                containers,
                progress,
                i -> held.get(i).getOrDefault(uuid, DeviceAmount.ZERO),
                Accumulation.ON_DEVICE);
        if (!peak.isZero()) {
          devices.put(new DeviceId(family, uuid), peak);
        }
      }
      NamespaceAmount total =
          Steps.peak(
              containers,
              progress,
              i -> total(containers.get(i), family, allocation.shares(family, i)),
              Accumulation.IN_NAMESPACE);
      if (!total.isZero()) {
        namespace.put(family, total);
      }
    }
    return new Footprint(devices, namespace);
  }

  /**
   * {@link #of}, and in the namespace the count alone of a family that the containers ask for and
   * were given nothing of: what they hold of it is not known.
   */
  public static Footprint charged(
      List<ContainerSpec> containers, PodAllocation allocation, Progress progress) {
    Footprint held = of(containers, allocation, progress);
    if (allocation.slotsByFamily().keySet().containsAll(families(containers))) {
      return held;
    }
    Map<String, NamespaceAmount> namespace = new TreeMap<>(held.namespace());
    asked(containers, progress)
        .forEach(
            (family, asked) -> {
              if (!allocation.slotsByFamily().containsKey(family) && asked.count() > 0) {
                namespace.put(family, new NamespaceAmount(asked.count(), 0, 0));
              }
            });
    return new Footprint(held.devices(), namespace);
  }

  /**
   * What a pod asks of its namespace before any device is chosen. Memory that depends on the card
   * (a percentage, a whole card) counts as 0 here; see {@link #memoryKnown}.
   *
   * @return by family word, for every family that a container asks for
   */
  public static Map<String, NamespaceAmount> asked(
      List<ContainerSpec> containers, Progress progress) {
    Map<String, NamespaceAmount> asked = new TreeMap<>();
    for (String family : families(containers)) {
      asked.put(
          family,
          Steps.peak(
              containers,
              progress,
              i -> asked(containers.get(i), family),
              Accumulation.IN_NAMESPACE));
    }
    return asked;
  }

  /** What one container asks of a family in its namespace; see {@link #asked(List, Progress)}. */
  public static NamespaceAmount asked(ContainerSpec container, String family) {
    Demand demand = container.demands().get(family);
    if (demand == null) {
      return NamespaceAmount.ZERO;
    }
    long mib = demand.memory() instanceof MemoryDemand.Mib memory ? memory.mib() : 0;
    return new NamespaceAmount(
        demand.count(),
        Math.multiplyExact(mib, demand.count()),
        Math.multiplyExact((long) demand.cores(), demand.count()));
  }

  /** Whether every container's memory demand on a family is known before a card is chosen. */
  public static boolean memoryKnown(List<ContainerSpec> containers, String family) {
    for (ContainerSpec container : containers) {
      Demand demand = container.demands().get(family);
      if (demand != null && !(demand.memory() instanceof MemoryDemand.Mib)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The devices that the kubelet holds for a pod from its admission to its end, per family: the
   * peak at the start of its life. The kubelet never gives an init container's devices back before.
   */
  public static Map<String, Integer> kubeletCounts(List<ContainerSpec> containers) {
    Map<String, Integer> counts = new TreeMap<>();
    asked(containers, Progress.START)
        .forEach((family, amount) -> counts.put(family, Math.toIntExact(amount.count())));
    return counts;
  }

  /**
   * What a container holds in its namespace. Cores of which a percentage was asked count as that
   * percentage, as they do before a card is chosen: a quota knows no card.
   */
  private static NamespaceAmount total(
      ContainerSpec container, String family, List<DeviceShare> shares) {
    NamespaceAmount total = NamespaceAmount.ZERO;
    if (shares.isEmpty()) {
      return total;
    }
    Demand demand = container.demands().get(family);
    for (DeviceShare share : shares) {
      long cores = demand != null && demand.coresOfCard() ? demand.cores() : share.cores();
      total = total.plus(new NamespaceAmount(1, share.memoryMiB(), cores));
    }
    return total;
  }

  /** Per container what it holds on each device: one pass over a slot, however long it is. */
  private static List<Map<String, DeviceAmount>> heldByDevice(
      PodAllocation allocation, String family, int containers) {
    List<Map<String, DeviceAmount>> held = new ArrayList<>(containers);
    for (int i = 0; i < containers; i++) {
      List<DeviceShare> shares = allocation.shares(family, i);
      Map<String, DeviceAmount> onDevices = shares.isEmpty() ? Map.of() : new LinkedHashMap<>();
      for (DeviceShare share : shares) {
        onDevices.merge(share.uuid(), share.amount(), DeviceAmount::plus);
      }
      held.add(onDevices);
    }
    return held;
  }

  private static Set<String> families(List<ContainerSpec> containers) {
    Set<String> families = new LinkedHashSet<>();
    containers.forEach(container -> families.addAll(container.demands().keySet()));
    return families;
  }
}
