package io.tidemark.controlplane.agent;

/**
 * Something that a scheduler must never let happen on a node.
 *
 * @param kind what
 * @param detail with names and numbers, for people
 */
public record Violation(Kind kind, String detail) {
  /** What was broken. */
  public enum Kind {
    /** Running containers hold more of a card than it has. */
    CARD_OVERCOMMITTED,
    /** A slot names a card that its node does not have. */
    UNKNOWN_CARD,
    /** The plugin took the slot of another container than the one that the kubelet admitted. */
    SLOT_OUT_OF_ORDER,
    /** A pod is allocating while nobody holds its node's lock. */
    LOCK_NOT_HELD,
    /** The plugin found, or wanted to release, the lock of another pod. */
    LOCK_OF_ANOTHER
  }

  @Override
  public String toString() {
    return kind + ": " + detail;
  }
}
