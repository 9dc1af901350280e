package io.tidemark.controlplane.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the running containers of one node hold on its cards, and whether any card has ever been
 * given twice. This is the truth that a scheduler's books must not fall below.
 */
final class CardLoad {
  private final String node;
  private final Map<String, FakeCard> cards = new HashMap<>();
  private final Map<Holder, List<Grant>> running = new LinkedHashMap<>();

  CardLoad(String node) {
    this.node = node;
  }

  /**
   * A container of a pod.
   *
   * @param pod namespace and name, for messages
   * @param uid the pod's
   * @param container its name
   */
  record Holder(String pod, String uid, String container) {}

  void cards(List<FakeCard> present) {
    cards.clear();
    present.forEach(card -> cards.put(card.uuid(), card));
  }

  /**
   * Sets which containers of a pod run.
   *
   * @param uid of the pod
   * @param present all of its running containers with their grants
   * @return what that breaks
   */
  List<Violation> update(String uid, Map<Holder, List<Grant>> present) {
    running.keySet().removeIf(holder -> holder.uid().equals(uid) && !present.containsKey(holder));
    List<Violation> violations = new ArrayList<>();
    present.forEach(
        (holder, grants) -> {
          if (running.putIfAbsent(holder, grants) == null) {
            grants.stream().map(Grant::uuid).distinct().forEach(uuid -> check(uuid, violations));
          }
        });
    return violations;
  }

  private void check(String uuid, List<Violation> violations) {
    FakeCard card = cards.get(uuid);
    if (card == null) {
      violations.add(
          new Violation(
              Violation.Kind.UNKNOWN_CARD, node + " has no " + uuid + "; " + holders(uuid)));
      return;
    }
    long memory = 0;
    long cores = 0;
    long slots = 0;
    for (List<Grant> grants : running.values()) {
      for (Grant grant : grants) {
        if (grant.uuid().equals(uuid)) {
          memory = Math.addExact(memory, grant.memoryMib());
          cores += grant.cores();
          slots++;
        }
      }
    }
    if (memory > card.memoryMib() || cores > card.cores() || slots > card.slots()) {
      violations.add(
          new Violation(
              Violation.Kind.CARD_OVERCOMMITTED,
              "%s of %s: %d / %d MiB, %d / %d percent, %d / %d slots; %s"
                  .formatted(
                      uuid,
                      node,
                      memory,
                      card.memoryMib(),
                      cores,
                      card.cores(),
                      slots,
                      card.slots(),
                      holders(uuid))));
    }
  }

  private Set<String> holders(String uuid) {
    Set<String> names = new LinkedHashSet<>();
    running.forEach(
        (holder, grants) -> {
          if (grants.stream().anyMatch(grant -> grant.uuid().equals(uuid))) {
            names.add(holder.pod() + "/" + holder.container());
          }
        });
    return names;
  }
}
