package io.tidemark.api.placement;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Eight cards in two groups of four: within a group every card is linked to every other, and card n
 * of the first group to card n + 4 of the second (HAMi, kunlun/topo.go). A container may hold one
 * card, two that are linked, a group, two linked pairs, or all eight.
 */
public final class LinkedQuads {
  /** The cards of one group. */
  public static final int GROUP = 4;

  private static final int CARDS = 8;

  /** Two cards of one group with their partners in the other. */
  private static final List<Set<Integer>> LINKED_PAIRS =
      List.of(
          Set.of(0, 1, 4, 5),
          Set.of(2, 3, 6, 7),
          Set.of(0, 2, 4, 6),
          Set.of(1, 3, 5, 7),
          Set.of(0, 3, 4, 7),
          Set.of(1, 2, 5, 6));

  private LinkedQuads() {}

  /** Whether a container may hold the cards with these indexes. */
  public static boolean allows(Collection<Integer> indexes) {
    Set<Integer> cards = Set.copyOf(indexes);
    if (cards.size() != indexes.size()
        || cards.stream().anyMatch(index -> index < 0 || index >= CARDS)) {
      return false;
    }
    return switch (cards.size()) {
      case 1, CARDS -> true;
      case 2 -> linked(cards);
      case GROUP -> oneGroup(cards) || LINKED_PAIRS.contains(cards);
      default -> false;
    };
  }

  /** Whether all stand in one group. */
  public static boolean oneGroup(Collection<Integer> cards) {
    return cards.stream().map(index -> index / GROUP).distinct().count() == 1;
  }

  /** Whether two cards have a link. */
  public static boolean linked(Collection<Integer> pair) {
    List<Integer> sorted = pair.stream().sorted().toList();
    return sorted.size() == 2 && (oneGroup(sorted) || sorted.get(1) - sorted.get(0) == GROUP);
  }
}
