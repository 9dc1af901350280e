package io.tidemark.fit;

import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.Grouping;
import io.tidemark.api.formula.Steps;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.MemoryDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a pod asks of one device family, laid out in arrays for the loops over devices. Asks are
 * numbered in spec order; the fields are never written after construction.
 *
 * <p>Families do not meet on any device, and what is minimised is a sum over devices, so each
 * family of a pod is placed by itself.
 */
final class FamilyAsk {
  /** The card for which percentages are taken when asks are put in order; any size would do. */
  private static final long NOMINAL_CARD_MIB = 65_536;

  final DeviceFamily family;
  final DeviceSelection selection;

  /** By ask: the index of its container in the pod. */
  final int[] container;

  final int[] count;
  final MemoryDemand[] memory;

  /** What is asked of each device; what it is charged there is {@link #coresOn}. */
  final int[] cores;

  /** Cores are a percentage of what each card registers. */
  final boolean coresOfCard;

  /** Each card is judged by itself, and what is taken of it is known before it is chosen. */
  final boolean plain;

  /**
   * By ask: the steps of the pod's life in which its container runs, the one that shows its kind
   * first. Step 0 is the steady state, the others are ordinary init containers in spec order.
   */
  final int[][] steps;

  final int stepCount;

  /** The devices of all asks together. */
  final int picks;

  /**
   * The asks in the order in which devices are chosen for them. Sidecars come first, so that each
   * step fills up in spec order as {@link io.tidemark.api.placement.PlanCheck} fills it; then the
   * step that holds most memory, because the others can hide inside what it takes.
   */
  final int[] order;

  /** {@link #order} with the steady state and the ordinary init containers the other way round. */
  final int[] otherOrder;

  /** Sidecars and apps, then ordinary init containers: the order in which refusals are told. */
  final int[] specOrder;

  /**
   * The memory in MiB that each step may hold over all devices, where that depends on the cards
   * that are chosen; {@link Long#MAX_VALUE} where a quota does not limit it.
   */
  final long memoryRoom;

  /** See {@link io.tidemark.api.placement.PlacementPolicy#idleDevicesOnly}. */
  final boolean idleOnly;

  private final boolean allMemoryIsMiB;

  FamilyAsk(
      DeviceFamily family,
      DeviceSelection selection,
      List<ContainerSpec> containers,
      long memoryRoom,
      boolean idleOnly) {
    this.family = family;
    this.selection = selection;
    this.memoryRoom = memoryRoom;
    this.idleOnly = idleOnly;
    int[] asking = asking(containers, family.word());
    int size = asking.length;
    this.container = asking;
    this.count = new int[size];
    this.memory = new MemoryDemand[size];
    this.cores = new int[size];
    int picks = 0;
    boolean coresOfCard = false;
    for (int ask = 0; ask < size; ask++) {
      Demand demand = demand(containers, asking[ask]);
      coresOfCard |= demand.coresOfCard();
      count[ask] = demand.count();
      memory[ask] = demand.memory();
      cores[ask] = demand.cores();
      picks = Math.addExact(picks, demand.count());
    }
    this.picks = picks;
    this.coresOfCard = coresOfCard;
    this.plain =
        !coresOfCard
            && !family.sharing().sameSize()
            && family.grouping().strategy() == Grouping.Strategy.NONE;
    this.allMemoryIsMiB = List.of(memory).stream().allMatch(MemoryDemand.Mib.class::isInstance);
    List<List<Integer>> stepMembers = stepMembers(containers);
    this.stepCount = stepMembers.size();
    this.steps = new int[size][];
    for (int ask = 0; ask < size; ask++) {
      steps[ask] = stepsOf(ask, stepMembers);
    }
    List<Integer> sidecars = ofKind(containers, ContainerKind.SIDECAR);
    List<Integer> apps = ofKind(containers, ContainerKind.APP);
    List<Integer> inits = ofKind(containers, ContainerKind.INIT);
    this.specOrder = concat(sidecars, apps, inits);
    inits.sort(Comparator.comparingLong((Integer ask) -> nominalMemory(ask)).reversed());
    int[] steadyFirst = concat(sidecars, apps, inits);
    int[] initsFirst = concat(sidecars, inits, apps);
    boolean steadyHoldsMost = steadyHoldsMost(stepMembers);
    this.order = steadyHoldsMost ? steadyFirst : initsFirst;
    this.otherOrder = steadyHoldsMost ? initsFirst : steadyFirst;
  }

  int size() {
    return container.length;
  }

  /** Whether no amount of memory depends on the card that is chosen. */
  boolean allMemoryIsMiB() {
    return allMemoryIsMiB;
  }

  /** What an ask is charged on a card that registers that many cores. */
  int coresOn(int ask, Device device) {
    return coresOfCard && cores[ask] > 0
        ? (int) Math.max(1, (long) device.cores() * cores[ask] / 100)
        : cores[ask];
  }

  /** Whether no two containers run at the same time and each asks for one device. */
  boolean oneCardAtATime() {
    boolean[] taken = new boolean[stepCount];
    for (int ask = 0; ask < size(); ask++) {
      if (count[ask] != 1) {
        return false;
      }
      for (int step : steps[ask]) {
        if (taken[step]) {
          return false;
        }
        taken[step] = true;
      }
    }
    return true;
  }

  private Demand demand(List<ContainerSpec> containers, int index) {
    Demand demand = containers.get(index).demands().get(family.word());
    if (demand == null) {
      throw new IllegalStateException("container " + index + " asks for no " + family.word());
    }
    return demand;
  }

  /** The asks of each step: the steady state, then the ordinary init containers that ask. */
  private List<List<Integer>> stepMembers(List<ContainerSpec> containers) {
    List<List<Integer>> members = new ArrayList<>();
    for (Steps.Step step : Steps.of(containers)) {
      if (step.index() == Steps.STEADY) {
        members.add(0, asks(step.members()));
      } else if (askOf(step.index()) >= 0) {
        members.add(asks(step.members()));
      }
    }
    return members;
  }

  private List<Integer> asks(List<Integer> containers) {
    List<Integer> asks = new ArrayList<>();
    for (int index : containers) {
      int ask = askOf(index);
      if (ask >= 0) {
        asks.add(ask);
      }
    }
    return asks;
  }

  private int askOf(int index) {
    for (int ask = 0; ask < container.length; ask++) {
      if (container[ask] == index) {
        return ask;
      }
    }
    return -1;
  }

  private List<Integer> ofKind(List<ContainerSpec> containers, ContainerKind kind) {
    List<Integer> asks = new ArrayList<>();
    for (int ask = 0; ask < container.length; ask++) {
      if (containers.get(container[ask]).kind() == kind) {
        asks.add(ask);
      }
    }
    return asks;
  }

  private boolean steadyHoldsMost(List<List<Integer>> stepMembers) {
    long steady = nominalSum(stepMembers.get(0));
    for (List<Integer> members : stepMembers) {
      if (nominalSum(members) > steady) {
        return false;
      }
    }
    return true;
  }

  private long nominalSum(List<Integer> asks) {
    long sum = 0;
    for (int ask : asks) {
      sum = Math.addExact(sum, nominalMemory(ask));
    }
    return sum;
  }

  private long nominalMemory(int ask) {
    return Math.multiplyExact(memory[ask].onDevice(NOMINAL_CARD_MIB), count[ask]);
  }

  private static int[] stepsOf(int ask, List<List<Integer>> stepMembers) {
    List<Integer> steps = new ArrayList<>();
    for (int step = 0; step < stepMembers.size(); step++) {
      if (stepMembers.get(step).contains(ask)) {
        steps.add(step);
      }
    }
    return steps.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] asking(List<ContainerSpec> containers, String word) {
    List<Integer> asking = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      if (containers.get(i).demands().containsKey(word)) {
        asking.add(i);
      }
    }
    return asking.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] concat(List<Integer> first, List<Integer> second, List<Integer> third) {
    List<Integer> all = new ArrayList<>(first);
    all.addAll(second);
    all.addAll(third);
    return all.stream().mapToInt(Integer::intValue).toArray();
  }
}
