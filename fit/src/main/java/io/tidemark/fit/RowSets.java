package io.tidemark.fit;

import io.tidemark.api.model.Device;
import io.tidemark.api.placement.GroupRules;
import io.tidemark.api.placement.LinkedQuads;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sets of rows that one ask may be given, the best first: what raises the merged footprint
 * least, then what the family's rule prefers, then the order of devices.
 */
final class RowSets {
  /** Beyond this, sets of the least preferred devices are left out. */
  private static final int MAX_SETS = 2_000;

  private final FamilyAsk asks;
  private final DeviceTable table;
  private final Candidates candidates;
  private List<Device> registered = List.of();

  /**
   * @param order the family's preference; less is better
   * @param ranks the sum of the rows' places in the order of candidates
   */
  private record Choice(int[] rows, long memory, long cores, long slots, int order, int ranks) {
    static final Comparator<Choice> BEST_FIRST =
        Comparator.comparingLong(Choice::memory)
            .thenComparingLong(Choice::cores)
            .thenComparingLong(Choice::slots)
            .thenComparingInt(Choice::order)
            .thenComparingInt(Choice::ranks);
  }

  RowSets(FamilyAsk asks, DeviceTable table, PlacementPolicy policy) {
    this.asks = asks;
    this.table = table;
    this.candidates = new Candidates(policy);
  }

  /** Notes the devices of the node that the table was loaded from. */
  void load(NodeSnapshot node) {
    NodeSnapshot.Range range = node.range(asks.family.word());
    registered = node.devices().subList(range.from(), range.to());
  }

  /** Whether every device says which group it belongs to. */
  boolean grouped() {
    return registered.stream().noneMatch(device -> device.group().isEmpty());
  }

  List<int[]> of(int ask) {
    candidates.fill(table, asks, ask);
    List<int[]> rankSets =
        switch (asks.family.grouping().strategy()) {
          case FULL_GROUPS -> fullGroups(ask);
          case FEWEST_GROUPS -> fewestGroups(ask);
          case TWO_LINKED_QUADS -> linkedQuads(ask);
          case NONE, ONE_CARD_PER_POD -> throw new IllegalStateException("no sets of devices");
        };
    List<Choice> choices = new ArrayList<>();
    for (int[] ranks : rankSets) {
      choices.add(choice(ask, ranks));
    }
    choices.sort(Choice.BEST_FIRST);
    return choices.stream().map(Choice::rows).toList();
  }

  private Choice choice(int ask, int[] ranks) {
    int[] rows = new int[ranks.length];
    List<Integer> indexes = new ArrayList<>();
    Set<String> groups = new HashSet<>();
    long memory = 0;
    long cores = 0;
    long slots = 0;
    int sum = 0;
    for (int i = 0; i < ranks.length; i++) {
      int row = candidates.row(ranks[i]);
      rows[i] = row;
      indexes.add(table.device(row).index());
      groups.add(table.device(row).group());
      memory += table.addedMemory(ask, row);
      cores += table.addedCores(ask, row);
      slots += table.addedSlots(ask, row);
      sum += ranks[i];
    }
    int order =
        switch (asks.family.grouping().strategy()) {
          case FEWEST_GROUPS -> groups.size() * table.size() - fitting(groups);
          case TWO_LINKED_QUADS -> linkedOrder(indexes);
          default -> 0;
        };
    return new Choice(rows, memory, cores, slots, order, sum);
  }

  /** How many candidates stand in these groups. */
  private int fitting(Set<String> groups) {
    int fitting = 0;
    for (int rank = 0; rank < candidates.size(); rank++) {
      if (groups.contains(device(rank).group())) {
        fitting++;
      }
    }
    return fitting;
  }

  /** From each group by itself, then as many others as it takes, the largest first. */
  private List<int[]> fewestGroups(int ask) {
    int count = asks.count[ask];
    List<int[]> sets = new ArrayList<>();
    if (count == 1) {
      for (int rank = 0; rank < candidates.size(); rank++) {
        sets.add(new int[] {rank});
      }
      return sets;
    }
    List<List<Integer>> groups = new ArrayList<>(byGroup().values());
    groups.sort(Comparator.comparingInt((List<Integer> group) -> group.size()).reversed());
    for (List<Integer> first : groups) {
      List<Integer> ranks = new ArrayList<>(first);
      groups.stream().filter(group -> group != first).forEach(ranks::addAll);
      if (ranks.size() >= count) {
        sets.add(ranks.stream().limit(count).mapToInt(Integer::intValue).toArray());
      }
    }
    return sets;
  }

  private List<int[]> fullGroups(int ask) {
    List<List<Integer>> whole = new ArrayList<>();
    for (Map.Entry<String, List<Integer>> group : byGroup().entrySet()) {
      long size =
          registered.stream().filter(device -> device.group().equals(group.getKey())).count();
      if (!group.getKey().isEmpty() && group.getValue().size() == size) {
        whole.add(group.getValue());
      }
    }
    List<int[]> sets = new ArrayList<>();
    unions(whole, 0, new ArrayList<>(), asks.count[ask], sets);
    return sets;
  }

  private static void unions(
      List<List<Integer>> groups, int from, List<Integer> taken, int count, List<int[]> sets) {
    if (taken.size() == count) {
      sets.add(taken.stream().mapToInt(Integer::intValue).toArray());
      return;
    }
    for (int i = from; i < groups.size() && sets.size() < MAX_SETS; i++) {
      if (taken.size() + groups.get(i).size() <= count) {
        List<Integer> more = new ArrayList<>(taken);
        more.addAll(groups.get(i));
        unions(groups, i + 1, more, count, sets);
      }
    }
  }

  private List<int[]> linkedQuads(int ask) {
    List<List<Integer>> single = new ArrayList<>();
    for (int rank = 0; rank < candidates.size(); rank++) {
      single.add(List.of(rank));
    }
    List<int[]> sets = new ArrayList<>();
    unions(single, 0, new ArrayList<>(), asks.count[ask], sets);
    sets.removeIf(ranks -> !allowed(ranks));
    return sets;
  }

  private boolean allowed(int[] ranks) {
    List<Device> devices = new ArrayList<>();
    for (int rank : ranks) {
      devices.add(device(rank));
    }
    return GroupRules.allows(asks.family, devices, registered);
  }

  /**
   * Devices of one group go before links between the groups. The group goes first that has least
   * left, for one device one that has an even number left; across the groups, what leaves a linked
   * pair (HAMi, kunlun/topo.go).
   */
  private int linkedOrder(List<Integer> indexes) {
    List<Integer> left = new ArrayList<>();
    for (int rank = 0; rank < candidates.size(); rank++) {
      int index = device(rank).index();
      if (!indexes.contains(index)) {
        left.add(index);
      }
    }
    if (!LinkedQuads.oneGroup(indexes)) {
      return 2 * LinkedQuads.GROUP + (left.size() == 2 && !LinkedQuads.linked(left) ? 1 : 0);
    }
    int group = indexes.get(0) / LinkedQuads.GROUP;
    int leftInGroup =
        (int) left.stream().filter(index -> index / LinkedQuads.GROUP == group).count();
    return indexes.size() > 1 || leftInGroup % 2 == 0
        ? leftInGroup
        : LinkedQuads.GROUP + leftInGroup;
  }

  /** The ranks of the candidates by group, groups in the order of their best candidate. */
  private Map<String, List<Integer>> byGroup() {
    Map<String, List<Integer>> byGroup = new LinkedHashMap<>();
    for (int rank = 0; rank < candidates.size(); rank++) {
      byGroup.computeIfAbsent(device(rank).group(), group -> new ArrayList<>()).add(rank);
    }
    return byGroup;
  }

  private Device device(int rank) {
    return table.device(candidates.row(rank));
  }
}
