package io.tidemark.api.family;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which devices a container, or a pod, may hold together.
 *
 * @param by the key of a card's {@code custominfo} that names its group; null where groups are made
 *     of {@code size} cards by index, or there are none
 * @param onlyWhere keys of {@code custominfo} with the value that a card must have for its group to
 *     count
 * @param size cards per group, by index; 0 where {@code by} names the group
 */
public record Grouping(
    Strategy strategy, @Nullable String by, Map<String, String> onlyWhere, int size) {
  public static final Grouping NONE = new Grouping(Strategy.NONE, null, Map.of(), 0);

  public Grouping {
    onlyWhere = Collections.unmodifiableMap(new TreeMap<>(onlyWhere));
  }

  /** The named rules of which devices go together. */
  public enum Strategy {
    NONE,
    /** A container's devices come from as few groups as possible. A wish, not a condition. */
    FEWEST_GROUPS,
    /** A container holds groups whole. */
    FULL_GROUPS,
    /** All containers of a pod hold one and the same card. */
    ONE_CARD_PER_POD,
    /** Eight cards in two groups of four with links between them (Kunlun). */
    TWO_LINKED_QUADS
  }
}
