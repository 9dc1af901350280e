package io.tidemark.controlplane.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slots of an allocation annotation, handled as HAMi's plugin handles them: {@code
 * uuid,word,MiB,percent:} for each card, {@code ;} after each container. Reading splits at each
 * semicolon, so the last one yields an empty slot more, and writing ends each slot with one: every
 * round trip adds a semicolon.
 */
final class AllocationText {
  private static final int FIELDS = 4;

  private final List<List<Grant>> slots;

  private AllocationText(List<List<Grant>> slots) {
    this.slots = slots;
  }

  /**
   * A slot that was taken.
   *
   * @param index its position, empty ones counted
   * @param grants its cards
   * @param rest the text without it
   */
  record Popped(int index, List<Grant> grants, String rest) {}

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException a card has fewer than four fields, or no numbers
   */
  static AllocationText parse(String text) {
    List<List<Grant>> slots = new ArrayList<>();
    for (String slot : text.split(";", -1)) {
      List<Grant> grants = new ArrayList<>();
      for (String card : slot.split(":", -1)) {
        if (card.contains(",")) {
          grants.add(grant(card));
        }
      }
      slots.add(List.copyOf(grants));
    }
    return new AllocationText(slots);
  }

  private static Grant grant(String card) {
    String[] fields = card.split(",", -1);
    if (fields.length < FIELDS) {
      throw new IllegalArgumentException("\"" + card + "\" has not four fields");
    }
    return new Grant(
        fields[0],
        fields[1],
        Long.parseLong(fields[2].strip()),
        Integer.parseInt(fields[3].strip()));
  }

  /** Takes the first slot that is not empty; null where all are. */
  @Nullable Popped pop() {
    for (int i = 0; i < slots.size(); i++) {
      if (!slots.get(i).isEmpty()) {
        return new Popped(i, slots.get(i), textWithout(i));
      }
    }
    return null;
  }

  private String textWithout(int taken) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < slots.size(); i++) {
      if (i != taken) {
        for (Grant grant : slots.get(i)) {
          text.append(
              "%s,%s,%d,%d:"
                  .formatted(grant.uuid(), grant.word(), grant.memoryMib(), grant.cores()));
        }
      }
      text.append(';');
    }
    return text.toString();
  }
}
