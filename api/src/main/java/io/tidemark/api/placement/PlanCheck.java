package io.tidemark.api.placement;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.Steps;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.quota.QuotaShortfall;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Whether one finished plan holds on the present state of what it touches: its node's devices and
 * the pod's namespace. Called by the ledger when it reserves and again before a pod is bound. The
 * state must not contain a charge of the pod itself.
 */
public final class PlanCheck {
  private final DeviceFamilies families;

  public PlanCheck(DeviceFamilies families) {
    this.families = families;
  }

  /** Empty where the plan holds. */
  public Optional<NodeRefusal> refusal(
      NodeSnapshot node,
      NamespaceSnapshot namespace,
      PodRecord pod,
      PodAllocation allocation,
      Instant now) {
    return refusal(node, namespace, pod, allocation, false, now);
  }

  /**
   * Empty where the plan holds.
   *
   * @param idleOnly see {@link PlacementPolicy#idleDevicesOnly}
   */
  public Optional<NodeRefusal> refusal(
      NodeSnapshot node,
      NamespaceSnapshot namespace,
      PodRecord pod,
      PodAllocation allocation,
      boolean idleOnly,
      Instant now) {
    Optional<NodeRefusal> refusal =
        NodeRules.refusal(node, pod, Footprints.kubeletCounts(pod.containers()), now);
    if (refusal.isPresent()) {
      return refusal;
    }
    for (int i = 0; i < pod.containers().size(); i++) {
      ContainerSpec container = pod.containers().get(i);
      for (Demand demand : container.demands().values()) {
        refusal = devices(node, pod, container, demand, allocation.shares(demand.family(), i));
        if (refusal.isPresent()) {
          return refusal;
        }
      }
    }
    refusal = unasked(node, pod, allocation);
    if (refusal.isPresent()) {
      return refusal;
    }
    refusal = groups(node, pod, allocation);
    if (refusal.isPresent()) {
      return refusal;
    }
    for (Steps.Step step : Steps.of(pod.containers())) {
      refusal = step(node, pod, allocation, idleOnly, step);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return quota(node, namespace, pod, allocation);
  }

  private Optional<NodeRefusal> devices(
      NodeSnapshot node,
      PodRecord pod,
      ContainerSpec container,
      Demand demand,
      List<DeviceShare> shares) {
    FamilyInventory inventory = Objects.requireNonNull(node.inventory(demand.family()));
    Set<String> distinct = new HashSet<>();
    Device first = null;
    for (DeviceShare share : shares) {
      int index = node.indexOf(new DeviceId(demand.family(), share.uuid()));
      if (index < 0) {
        return refuse(
            node,
            RefusalCode.NODE_INSUFFICIENT_DEVICE,
            container,
            "device " + share.uuid() + " is not registered");
      }
      Device device = node.devices().get(index);
      RefusalCode code = SelectionRules.refusal(inventory, device, pod.selection(demand.family()));
      if (code == null
          && pod.selection(demand.family()).numaBind()
          && first != null
          && first.numaNode() != device.numaNode()) {
        code = RefusalCode.NUMA_NOT_FIT;
      }
      if (code != null) {
        return refuse(node, code, container, "device " + share.uuid() + ": " + code);
      }
      first = first == null ? device : first;
      distinct.add(share.uuid());
      if (share.memoryMiB() != demand.memory().onDevice(device.memoryMiB())
          || share.cores() != demand.coresOn(device.cores())) {
        return refuse(
            node,
            RefusalCode.ALLOCATED_CARDS_INSUFFICIENT,
            container,
            "the share of device " + share.uuid() + " is not what the container asks");
      }
    }
    if (distinct.size() != demand.count() || shares.size() != demand.count()) {
      return refuse(
          node,
          RefusalCode.ALLOCATED_CARDS_INSUFFICIENT,
          container,
          "got " + distinct.size() + " of " + demand.count() + " devices");
    }
    return Optional.empty();
  }

  /** Which devices go together is a matter of the container, and for some families of the pod. */
  private Optional<NodeRefusal> groups(NodeSnapshot node, PodRecord pod, PodAllocation allocation) {
    for (String word : allocation.slotsByFamily().keySet()) {
      DeviceFamily family = families.require(word);
      String why = GroupRules.refusal(family, pod.containers(), allocation);
      if (why != null) {
        return Optional.of(
            new NodeRefusal(
                node.name(), RefusalCode.CUSTOM_FILTER_RULE, "", List.of(), why, false));
      }
      NodeSnapshot.Range range = node.range(word);
      List<Device> registered = node.devices().subList(range.from(), range.to());
      for (int i = 0; i < pod.containers().size(); i++) {
        List<Device> devices =
            allocation.shares(word, i).stream()
                .map(share -> node.devices().get(node.indexOf(new DeviceId(word, share.uuid()))))
                .toList();
        if (!devices.isEmpty() && !GroupRules.allows(family, devices, registered)) {
          return refuse(
              node,
              RefusalCode.CUSTOM_FILTER_RULE,
              pod.containers().get(i),
              "its devices do not belong together");
        }
      }
    }
    return Optional.empty();
  }

  /** A share that nobody asks for would be charged without having been checked. */
  private static Optional<NodeRefusal> unasked(
      NodeSnapshot node, PodRecord pod, PodAllocation allocation) {
    for (String word : allocation.slotsByFamily().keySet()) {
      for (int i = 0; i < pod.containers().size(); i++) {
        ContainerSpec container = pod.containers().get(i);
        if (!allocation.shares(word, i).isEmpty() && !container.demands().containsKey(word)) {
          return refuse(
              node,
              RefusalCode.ALLOCATED_CARDS_INSUFFICIENT,
              container,
              "got " + word + " devices and asks for none");
        }
      }
    }
    return Optional.empty();
  }

  /** Puts the step's containers on the devices one after another, in spec order. */
  private Optional<NodeRefusal> step(
      NodeSnapshot node,
      PodRecord pod,
      PodAllocation allocation,
      boolean idleOnly,
      Steps.Step step) {
    DeviceAmount[] used = new DeviceAmount[node.devices().size()];
    for (int member : step.members()) {
      ContainerSpec container = pod.containers().get(member);
      for (String word : container.demands().keySet()) {
        DeviceFamily family = families.require(word);
        for (DeviceShare share : allocation.shares(word, member)) {
          int index = node.indexOf(new DeviceId(word, share.uuid()));
          DeviceAmount before = used[index] == null ? node.used(index) : used[index];
          RefusalCode code =
              DeviceRules.refusal(
                  family.sharing(),
                  idleOnly,
                  node.devices().get(index),
                  before.slots(),
                  before.memoryMiB(),
                  before.cores(),
                  share.memoryMiB(),
                  share.cores());
          if (code != null) {
            return refuse(node, code, container, "device " + share.uuid() + ": " + code);
          }
          used[index] = before.plus(share.amount());
        }
      }
    }
    return Optional.empty();
  }

  private Optional<NodeRefusal> quota(
      NodeSnapshot node, NamespaceSnapshot namespace, PodRecord pod, PodAllocation allocation) {
    Optional<QuotaShortfall> shortfall =
        QuotaRules.shortfall(
            families,
            namespace,
            pod.quotaTraits(),
            Footprints.of(pod.containers(), allocation, Progress.START).namespace());
    return shortfall.map(
        found ->
            new NodeRefusal(
                node.name(), RefusalCode.QUOTA_NOT_FIT, "", List.of(), found.toString(), false));
  }

  private static Optional<NodeRefusal> refuse(
      NodeSnapshot node, RefusalCode code, ContainerSpec container, String detail) {
    return Optional.of(
        new NodeRefusal(
            node.name(),
            code,
            container.name(),
            List.of(),
            "container " + container.name() + ": " + detail,
            false));
  }
}
