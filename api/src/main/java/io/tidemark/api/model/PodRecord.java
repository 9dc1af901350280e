package io.tidemark.api.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A pod as far as Tidemark is concerned. It is small on purpose: a ledger keeps one per pod.
 *
 * @param uid the pod's identity for all accounting
 * @param resourceVersion {@link #UNKNOWN_VERSION} where it is missing or not a number
 * @param containers init range first, then app containers, in spec order
 * @param nodeName null until the pod is bound
 * @param selections by family word, for the families that the pod asks for
 * @param demandProblems requests that no scheduler could honour; such a pod asks, but is never
 *     placed
 * @param allocation read only for families that the spec asks for, and only once bound
 */
public record PodRecord(
    String uid,
    PodKey key,
    long resourceVersion,
    List<ContainerSpec> containers,
    @Nullable String nodeName,
    PodStatus status,
    AllocationReading allocation,
    Map<String, DeviceSelection> selections,
    PolicyWish policies,
    QuotaTraits quotaTraits,
    int priority,
    Instant created,
    String schedulerName,
    boolean deleting,
    List<Problem> demandProblems) {

  public static final long UNKNOWN_VERSION = -1;

  public PodRecord {
    containers = List.copyOf(containers);
    selections = Map.copyOf(selections);
    demandProblems = List.copyOf(demandProblems);
  }

  /** The words of the families that any container asks for, sorted. */
  public Set<String> families() {
    Set<String> words = new TreeSet<>();
    containers.forEach(container -> words.addAll(container.demands().keySet()));
    return words;
  }

  /** Whether the pod asks for any device, readably or not. */
  public boolean asks() {
    for (ContainerSpec container : containers) {
      if (!container.demands().isEmpty()) {
        return true;
      }
    }
    return !demandProblems.isEmpty();
  }

  /** How many containers stand in the init range. */
  public int initRange() {
    int count = 0;
    while (count < containers.size() && containers.get(count).kind() != ContainerKind.APP) {
      count++;
    }
    return count;
  }

  /** The pod's wishes for a family; none where it has none. */
  public DeviceSelection selection(String family) {
    return selections.getOrDefault(family, DeviceSelection.NONE);
  }
}
