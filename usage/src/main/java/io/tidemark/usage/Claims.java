package io.tidemark.usage;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a bound pod may be charged for, best first: the next one is taken only where one cannot be
 * added up.
 *
 * @param problems what is wrong with the pod's annotations and requests
 */
record Claims(List<Claim> inOrder, List<Problem> problems) {
  /** An allocation to charge, and what the charge rests on. */
  record Claim(PodAllocation allocation, Basis basis) {}

  private static final Claim NO_CARD_KNOWN = new Claim(PodAllocation.EMPTY, Basis.UNREADABLE);

  Claims {
    inOrder = List.copyOf(inOrder);
    problems = List.copyOf(problems);
  }

  /**
   * @param before what the pod is charged on the node that it is bound to; null for nothing
   */
  static Claims of(
      PodRecord pod, String node, @Nullable PodCharge before, DeviceFamilies families) {
    PodAllocation lastGood =
        before != null && before.node().equals(node) ? before.allocation() : PodAllocation.EMPTY;
    List<Problem> problems = new ArrayList<>(pod.demandProblems());
    List<Claim> claims = new ArrayList<>();
    if (pod.allocation() instanceof AllocationReading.Unreadable unreadable) {
      problems.addAll(unreadable.problems());
    } else {
      // A reservation says what its pod was to get. Where the pod came to the node without
      // annotations, something else bound it there, and that is not what it got.
      PodAllocation borrowed =
          before != null && before.basis() == Basis.RESERVED ? PodAllocation.EMPTY : lastGood;
      claims.add(readable(pod, borrowed, families, problems));
    }
    if (!lastGood.isEmpty()) {
      boolean whole = lastGood.slotsByFamily().keySet().containsAll(pod.families());
      claims.add(new Claim(lastGood, whole ? Basis.LAST_GOOD : Basis.UNREADABLE));
    }
    claims.add(NO_CARD_KNOWN);
    return new Claims(claims, problems);
  }

  /** What the annotations say; where one is missing, what it said before it went missing. */
  private static Claim readable(
      PodRecord pod, PodAllocation borrowed, DeviceFamilies families, List<Problem> problems) {
    Map<String, List<List<DeviceShare>>> slots = new TreeMap<>();
    Set<String> missing = new TreeSet<>(pod.families());
    if (pod.allocation() instanceof AllocationReading.Readable reading) {
      missing.addAll(reading.missing());
      reading
          .allocation()
          .slotsByFamily()
          .forEach(
              (family, given) -> {
                if (given.stream().anyMatch(slot -> !slot.isEmpty())) {
                  slots.put(family, given);
                  missing.remove(family);
                  reportEmptySlots(pod, family, given, families, problems);
                }
              });
    }
    Basis basis = Basis.ALLOCATED;
    for (String family : missing) {
      List<List<DeviceShare>> known = borrowed.slotsByFamily().get(family);
      if (known != null) {
        slots.put(family, known);
        basis = Basis.LAST_GOOD;
      }
      problems.add(
          problem(
              pod,
              family,
              families,
              known == null
                  ? "is missing on a bound pod that asks for it; charged its count alone, nothing"
                      + " on cards"
                  : "is no longer there; what it said last stays charged"));
    }
    return new Claim(new PodAllocation(slots), slots.isEmpty() ? Basis.COUNT_ONLY : basis);
  }

  private static void reportEmptySlots(
      PodRecord pod,
      String family,
      List<List<DeviceShare>> slots,
      DeviceFamilies families,
      List<Problem> problems) {
    for (int i = 0; i < pod.containers().size(); i++) {
      ContainerSpec container = pod.containers().get(i);
      if (container.demands().containsKey(family)
          && (i >= slots.size() || slots.get(i).isEmpty())) {
        problems.add(
            problem(
                pod,
                family,
                families,
                "gives container " + container.name() + " nothing, which asks for a device"));
      }
    }
  }

  /** A problem with the pod's allocation annotation of a family. */
  static Problem problem(PodRecord pod, String word, DeviceFamilies families, String message) {
    DeviceFamily family = families.byWord(word);
    String key = family == null ? word : family.annotations().allocated();
    return new Problem("Pod " + pod.key(), "metadata.annotations[" + key + "]", message);
  }
}
