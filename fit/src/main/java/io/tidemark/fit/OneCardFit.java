package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.MemoryDemand;
import io.tidemark.api.placement.DeviceRules;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.SelectionRules;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The common pods, in one pass over a node's devices: one container, or an init container and an
 * app (any two that never run at the same time), each asking for one device. Exact: a card that
 * takes both costs the larger of the two and is only beaten by two smaller cards where memory is
 * asked by percentage.
 */
final class OneCardFit implements FamilyFit {
  private final FamilyAsk asks;
  private final PlacementPolicy policy;
  private final boolean dependsOnCard;

  /** The ask that holds more, and the other one; the same where there is only one. */
  private final int first;

  private final int second;
  private final Best together = new Best();
  private final Best firstAlone = new Best();
  private final Best secondAlone = new Best();
  private boolean shared;

  OneCardFit(FamilyAsk asks, PlacementPolicy policy) {
    this.asks = asks;
    this.policy = policy;
    this.first = asks.order[0];
    this.second = asks.order[asks.size() - 1];
    this.dependsOnCard =
        !(asks.memory[first] instanceof MemoryDemand.Mib)
            || !(asks.memory[second] instanceof MemoryDemand.Mib);
  }

  static boolean handles(FamilyAsk asks) {
    return asks.size() <= 2 && asks.oneCardAtATime() && asks.plain;
  }

  @Override
  public boolean fit(NodeSnapshot node) {
    together.clear();
    firstAlone.clear();
    secondAlone.clear();
    String word = asks.family.word();
    FamilyInventory inventory = node.inventory(word);
    if (inventory == null) {
      return false;
    }
    NodeSnapshot.Range range = node.range(word);
    List<Device> devices = node.devices();
    for (int place = range.from(); place < range.to(); place++) {
      Device device = devices.get(place);
      if (SelectionRules.refusal(inventory, device, asks.selection) == null) {
        offer(node, place, device);
      }
    }
    boolean apart = firstAlone.place >= 0 && secondAlone.place >= 0;
    shared =
        together.place >= 0
            && (!apart || together.memory <= firstAlone.memory + secondAlone.memory);
    return shared || apart;
  }

  private void offer(NodeSnapshot node, int place, Device device) {
    long firstMemory = asks.memory[first].onDevice(device.memoryMiB());
    boolean takesFirst = takes(node, place, device, first, firstMemory);
    long secondMemory = firstMemory;
    boolean takesSecond = takesFirst;
    if (second != first) {
      secondMemory = asks.memory[second].onDevice(device.memoryMiB());
      takesSecond = takes(node, place, device, second, secondMemory);
    }
    boolean takesBoth = takesFirst && takesSecond;
    // Where the amounts do not depend on the card, apart is never better than together.
    boolean apartMatters = second != first && (dependsOnCard || together.place < 0);
    if (takesBoth || (takesFirst && apartMatters)) {
      double score = score(node, place, device, first, firstMemory);
      if (takesBoth) {
        together.offer(place, device, Math.max(firstMemory, secondMemory), score);
      }
      if (apartMatters) {
        firstAlone.offer(place, device, firstMemory, score);
      }
    }
    if (takesSecond && apartMatters) {
      double score = score(node, place, device, second, secondMemory);
      secondAlone.offer(place, device, secondMemory, score);
    }
  }

  private boolean takes(NodeSnapshot node, int place, Device device, int ask, long memory) {
    return memory <= asks.memoryRoom
        && DeviceRules.refusal(
                asks.family.sharing(),
                asks.idleOnly,
                device,
                node.usedSlots(place),
                node.usedMemory(place),
                node.usedCores(place),
                memory,
                asks.cores[ask])
            == null;
  }

  private double score(NodeSnapshot node, int place, Device device, int ask, long memory) {
    return policy.deviceScore(
        device,
        node.usedSlots(place),
        node.usedMemory(place),
        node.usedCores(place),
        memory,
        asks.cores[ask]);
  }

  @Override
  public void copyPicks(int[] target, int offset) {
    target[offset + first] = shared ? together.place : firstAlone.place;
    if (second != first) {
      target[offset + second] = shared ? together.place : secondAlone.place;
    }
  }

  @Override
  public long mergedMemory() {
    return shared ? together.memory : Math.addExact(firstAlone.memory, secondAlone.memory);
  }

  @Override
  public long mergedCores() {
    int firstCores = asks.cores[first];
    int secondCores = asks.cores[second];
    return shared ? Math.max(firstCores, secondCores) : (long) firstCores + secondCores;
  }

  @Override
  public long mergedSlots() {
    return shared ? 1 : 2;
  }

  /** The best card so far: least memory, then the order of devices. */
  private final class Best {
    private int place;
    private long memory;
    private double score;
    private @Nullable Device device;

    void clear() {
      place = -1;
    }

    void offer(int candidate, Device candidateDevice, long needed, double candidateScore) {
      boolean better =
          device == null
              || place < 0
              || needed < memory
              || (needed == memory
                  && DeviceOrder.compare(policy, candidateDevice, candidateScore, device, score)
                      < 0);
      if (better) {
        place = candidate;
        device = candidateDevice;
        memory = needed;
        score = candidateScore;
      }
    }
  }
}
