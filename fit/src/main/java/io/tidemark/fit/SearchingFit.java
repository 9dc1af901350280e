package io.tidemark.fit;

import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;

/** A fit that searches, and can tell what it would find on a node without other pods. */
interface SearchingFit extends FamilyFit {
  /** The one for the family's rule about which devices go together. */
  static SearchingFit of(FamilyAsk asks, PlacementPolicy policy, SearchBudget budget) {
    return switch (asks.family.grouping().strategy()) {
      case NONE -> new FamilySearch(asks, policy, budget);
      case ONE_CARD_PER_POD -> new SameCardsFit(asks, policy);
      case FEWEST_GROUPS, FULL_GROUPS, TWO_LINKED_QUADS -> new GroupFit(asks, policy, budget);
    };
  }

  /**
   * @param othersCount false to look at the node as if no other pod were there
   */
  boolean fit(NodeSnapshot node, boolean othersCount);

  /** Whether the last answer is proven: no plan where it said so, no smaller plan otherwise. */
  boolean proven();
}
