package io.tidemark.fit;

import io.tidemark.api.family.Grouping;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.DeviceRefusal;
import io.tidemark.api.placement.DeviceRules;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.placement.SelectionRules;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why the devices of one family on a node cannot take a pod's asks: the first container that finds
 * too few devices by itself, in spec order; else the first one that finds too few beside the others
 * as they would be placed one after another.
 */
final class FamilyRefusals {
  private final PodRecord pod;
  private final FamilyAsk asks;
  private final SearchingFit search;
  private final DeviceTable table;
  private final Candidates candidates;

  FamilyRefusals(PodRecord pod, FamilyAsk asks, PlacementPolicy policy, SearchBudget budget) {
    this.pod = pod;
    this.asks = asks;
    this.search = SearchingFit.of(asks, policy, budget);
    this.table = new DeviceTable(asks);
    this.candidates = new Candidates(policy);
  }

  /**
   * Null where the node's devices can take the asks.
   *
   * @param misfit the caller knows that they cannot, which spares the search
   */
  @Nullable NodeRefusal refusal(NodeSnapshot node, boolean misfit) {
    FamilyInventory inventory = node.inventory(asks.family.word());
    if (inventory == null || (!misfit && search.fit(node))) {
      return null;
    }
    for (int ask = 0; ask < asks.size(); ask++) {
      if (node.range(inventory.family()).size() < asks.count[ask]) {
        return tooFewDevices(node, ask);
      }
    }
    table.load(node, inventory, true);
    for (int ask = 0; ask < asks.size(); ask++) {
      candidates.fill(table, asks, ask);
      if (candidates.size() < asks.count[ask]) {
        return refuse(node, inventory, ask, RefusalWords.Cause.ALONE);
      }
      if (choose(ask) == null) {
        return refuse(node, inventory, ask, RefusalWords.Cause.NUMA);
      }
    }
    for (int ask : asks.specOrder) {
      candidates.fill(table, asks, ask);
      int[] rows = choose(ask);
      if (rows == null) {
        return refuse(node, inventory, ask, RefusalWords.Cause.BESIDE_OTHERS);
      }
      for (int row : rows) {
        table.add(ask, row);
      }
    }
    if (asks.family.grouping().strategy() != Grouping.Strategy.NONE) {
      return new NodeRefusal(
          node.name(),
          RefusalCode.CUSTOM_FILTER_RULE,
          "",
          List.of(),
          RefusalWords.notTogether(asks.family),
          !search.fit(node, false) && search.proven());
    }
    return new NodeRefusal(
        node.name(),
        RefusalCode.ALLOCATED_CARDS_INSUFFICIENT,
        "",
        List.of(),
        "no choice of devices for all containers was found within the bound of the search",
        false);
  }

  /** The best devices for an ask by itself; null where there are too few. */
  private int @Nullable [] choose(int ask) {
    int count = asks.count[ask];
    boolean numaBind = asks.selection.numaBind();
    for (int first = 0; first + count <= candidates.size(); first++) {
      int[] rows = new int[count];
      int found = 0;
      int numaNode = table.device(candidates.row(first)).numaNode();
      for (int rank = first; rank < candidates.size() && found < count; rank++) {
        int row = candidates.row(rank);
        if (!numaBind || table.device(row).numaNode() == numaNode) {
          rows[found++] = row;
        }
      }
      if (found == count) {
        return rows;
      }
    }
    return null;
  }

  private NodeRefusal tooFewDevices(NodeSnapshot node, int ask) {
    String name = container(ask);
    return new NodeRefusal(
        node.name(),
        RefusalCode.NODE_INSUFFICIENT_DEVICE,
        name,
        List.of(),
        RefusalWords.tooFewDevices(asks, ask, name, node.range(asks.family.word()).size()),
        true);
  }

  private NodeRefusal refuse(
      NodeSnapshot node, FamilyInventory inventory, int ask, RefusalWords.Cause cause) {
    List<DeviceRefusal> devices = new ArrayList<>();
    NodeSnapshot.Range range = node.range(inventory.family());
    int row = 0;
    for (int place = range.from(); place < range.to(); place++) {
      Device device = node.devices().get(place);
      RefusalCode excluded = SelectionRules.refusal(inventory, device, asks.selection);
      if (excluded != null) {
        DeviceAmount need =
            new DeviceAmount(
                1, asks.memory[ask].onDevice(device.memoryMiB()), asks.coresOn(ask, device));
        devices.add(
            new DeviceRefusal(
                device.id(), excluded, need, node.free(place), excluded.unresolvable()));
      } else {
        devices.add(refusal(ask, row, cause));
        row++;
      }
    }
    RefusalCode code =
        cause == RefusalWords.Cause.NUMA ? RefusalCode.NUMA_NOT_FIT : mostFrequent(devices);
    String name = container(ask);
    return new NodeRefusal(
        node.name(),
        code,
        name,
        devices,
        new RefusalWords(asks, ask, name).detail(cause, devices),
        !search.fit(node, false) && search.proven());
  }

  /** Why one row does not help the ask; the table holds what is placed before it. */
  private DeviceRefusal refusal(int ask, int row, RefusalWords.Cause cause) {
    int step = decidingStep(ask, row);
    RefusalCode byItself = refusalAt(ask, row, step, true, false);
    RefusalCode code =
        byItself != null
            ? byItself
            : cause == RefusalWords.Cause.NUMA
                ? RefusalCode.NUMA_NOT_FIT
                : RefusalCode.ALLOCATED_CARDS_INSUFFICIENT;
    DeviceAmount need =
        new DeviceAmount(
            table.ownSlots(step, row) + 1,
            table.ownMemory(step, row) + table.need(ask, row),
            table.ownCores(step, row) + table.cores(ask, row));
    boolean hopeless = refusalAt(ask, row, step, false, true) != null;
    return new DeviceRefusal(table.device(row).id(), code, need, table.free(row), hopeless);
  }

  /** The step of the ask at which the row refuses it, else its first one. */
  private int decidingStep(int ask, int row) {
    for (int step : asks.steps[ask]) {
      if (table.refusal(ask, row, step) != null) {
        return step;
      }
    }
    return asks.steps[ask][0];
  }

  private @Nullable RefusalCode refusalAt(int ask, int row, int step, boolean others, boolean own) {
    return DeviceRules.refusal(
        asks.family.sharing(),
        asks.idleOnly,
        table.device(row),
        (others ? table.othersSlots(row) : 0) + (own ? table.ownSlots(step, row) : 0),
        (others ? table.othersMemory(row) : 0) + (own ? table.ownMemory(step, row) : 0),
        (others ? table.othersCores(row) : 0) + (own ? table.ownCores(step, row) : 0),
        table.need(ask, row),
        table.cores(ask, row));
  }

  private String container(int ask) {
    return pod.containers().get(asks.container[ask]).name();
  }

  private static RefusalCode mostFrequent(List<DeviceRefusal> devices) {
    int[] counts = new int[RefusalCode.values().length];
    devices.forEach(device -> counts[device.code().ordinal()]++);
    RefusalCode most = devices.get(0).code();
    for (RefusalCode code : RefusalCode.values()) {
      if (counts[code.ordinal()] > counts[most.ordinal()]) {
        most = code;
      }
    }
    return most;
  }
}
