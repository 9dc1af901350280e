package io.tidemark.usage;

import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The reference for the ledger: remembers records only, and computes every sum from all of them
 * whenever it is asked. NVIDIA alone.
 */
final class NaiveLedger {
  private static final String FAMILY = "NVIDIA";

  /** What is remembered of one pod that is there. */
  static final class Pod {
    PodRecord record;
    long version;
    @Nullable List<List<DeviceShare>> good;
    @Nullable Basis basis;
    @Nullable String node;
    @Nullable Instant deadline;
    @Nullable String condition;

    Pod(PodRecord record) {
      this.record = record;
      this.version = record.resourceVersion();
    }

    boolean reserved() {
      return basis == Basis.RESERVED;
    }

    void release() {
      good = null;
      basis = null;
      node = null;
      deadline = null;
    }
  }

  /** All sums at one moment. */
  record Sums(
      Map<String, DeviceAmount> devices,
      Map<String, Integer> kubelet,
      Set<String> closed,
      Map<String, NamespaceAmount> namespaces,
      Map<String, NamespaceAmount> quotas,
      Map<String, Basis> charged,
      Set<String> waiting) {}

  final Map<String, Pod> pods = new TreeMap<>();
  final Map<String, NodeRecord> nodes = new TreeMap<>();
  final Map<String, QuotaRecord> quotas = new TreeMap<>();
  private final Map<String, Long> gone = new HashMap<>();
  private final ReleaseMode release;
  private long newest = PodRecord.UNKNOWN_VERSION;

  NaiveLedger(ReleaseMode release) {
    this.release = release;
  }

  void see(PodRecord record) {
    newest = Math.max(newest, record.resourceVersion());
    if (gone.containsKey(record.uid())) {
      return;
    }
    Pod pod = pods.computeIfAbsent(record.uid(), uid -> new Pod(record));
    if (record.resourceVersion() != PodRecord.UNKNOWN_VERSION
        && record.resourceVersion() < pod.version) {
      return;
    }
    pod.record = record;
    pod.version = Math.max(pod.version, record.resourceVersion());
    if (record.status().terminal()) {
      pod.release();
    } else if (record.nodeName() != null) {
      bound(pod, record, record.nodeName());
    } else if (pod.reserved()) {
      String condition = record.status().unschedulable();
      if (condition != null && !condition.equals(pod.condition)) {
        pod.release();
      }
    }
  }

  private static void bound(Pod pod, PodRecord record, String node) {
    boolean wasReserved = pod.reserved();
    if (pod.node != null && !pod.node.equals(node)) {
      pod.release();
    }
    pod.node = node;
    pod.deadline = null;
    List<List<DeviceShare>> shown = null;
    if (record.allocation() instanceof AllocationReading.Readable readable) {
      shown = readable.allocation().slotsByFamily().get(FAMILY);
      if (shown != null && shown.stream().allMatch(List::isEmpty)) {
        shown = null;
      }
      if (shown == null && wasReserved) {
        pod.good = null;
      }
    }
    if (shown != null) {
      pod.good = shown;
      pod.basis = Basis.ALLOCATED;
    } else if (pod.good != null) {
      pod.basis = Basis.LAST_GOOD;
    } else {
      pod.basis =
          record.allocation() instanceof AllocationReading.Unreadable
              ? Basis.UNREADABLE
              : Basis.COUNT_ONLY;
    }
  }

  void gone(String uid) {
    pods.remove(uid);
    gone.put(uid, newest);
  }

  void listed(List<PodRecord> listed, long version) {
    Set<String> uids = new HashSet<>();
    for (PodRecord record : listed) {
      uids.add(record.uid());
      if (gone.containsKey(record.uid()) && version > gone.get(record.uid())) {
        gone.remove(record.uid());
      }
      see(record);
    }
    newest = Math.max(newest, version);
    for (String uid : List.copyOf(pods.keySet())) {
      if (!uids.contains(uid) && pod(uid).version <= version) {
        gone(uid);
      }
    }
  }

  /** Whether the pod waits, by what is known of it and what a filter brings. */
  boolean waits(PodRecord brought) {
    Pod pod = pods.get(brought.uid());
    PodRecord record =
        pod != null && brought.resourceVersion() < pod.version ? pod.record : brought;
    return !gone.containsKey(brought.uid())
        && record.nodeName() == null
        && !record.status().terminal();
  }

  /** Puts a reservation in place of the one before, if it fits beside all others. */
  boolean reserve(PodRecord brought, String node, List<List<DeviceShare>> plan, Instant deadline) {
    see(brought);
    Pod pod = pod(brought.uid());
    pod.release();
    boolean fits = fits(pod.record, node, plan);
    if (fits) {
      pod.good = plan;
      pod.basis = Basis.RESERVED;
      pod.node = node;
      pod.deadline = deadline;
      pod.condition = pod.record.status().unschedulable();
    }
    return fits;
  }

  private boolean fits(PodRecord pod, String node, List<List<DeviceShare>> plan) {
    Sums sums = sums();
    NodeRecord there = nodes.get(node);
    FamilyInventory inventory = there == null ? null : there.inventories().get(FAMILY);
    if (inventory == null || sums.closed().contains(node)) {
      return false;
    }
    int kubelet = sums.kubelet().getOrDefault(node, 0) + (int) askedCount(pod, true);
    if (inventory.allocatable() != null && kubelet > inventory.allocatable()) {
      return false;
    }
    for (String uuid : uuids(plan)) {
      Device device =
          inventory.devices().stream()
              .filter(known -> known.id().uuid().equals(uuid))
              .findFirst()
              .orElse(null);
      if (device == null) {
        return false;
      }
      DeviceAmount used = sums.devices().getOrDefault(node + "/" + uuid, DeviceAmount.ZERO);
      if (!used.plus(onDevice(pod, plan, uuid, true)).fitsIn(device.capacity())) {
        return false;
      }
    }
    NamespaceAmount need = inNamespace(pod, plan, true);
    for (QuotaRecord quota : quotas.values()) {
      if (quota.namespace().equals(pod.key().namespace()) && quota.selects(pod.quotaTraits())) {
        NamespaceAmount used =
            sums.quotas()
                .getOrDefault(quota.namespace() + "/" + quota.name(), NamespaceAmount.ZERO);
        for (QuotaLimit limit : quota.limits()) {
          if (need.in(limit.dimension()) > 0
              && need.plus(used).in(limit.dimension()) > limit.limit()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private Pod pod(String uid) {
    return Objects.requireNonNull(pods.get(uid));
  }

  void cancel(String uid) {
    Pod pod = pods.get(uid);
    if (pod != null && pod.reserved()) {
      pod.release();
    }
  }

  void expire(Instant at) {
    for (Pod pod : pods.values()) {
      if (pod.reserved() && !at.isBefore(pod.deadline)) {
        pod.release();
      }
    }
  }

  Sums sums() {
    Sums sums =
        new Sums(
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeSet<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeSet<>());
    for (QuotaRecord quota : quotas.values()) {
      sums.quotas().put(quota.namespace() + "/" + quota.name(), NamespaceAmount.ZERO);
    }
    pods.forEach((uid, pod) -> add(uid, pod, sums));
    return sums;
  }

  private void add(String uid, Pod pod, Sums sums) {
    PodRecord record = pod.record;
    if (record.nodeName() == null && !record.status().terminal()) {
      sums.waiting().add(uid);
    }
    if (pod.basis == null || pod.node == null) {
      return;
    }
    boolean reserved = pod.reserved();
    List<List<DeviceShare>> slots = pod.good == null ? List.of() : pod.good;
    sums.charged().put(uid, pod.basis);
    for (String uuid : uuids(slots)) {
      DeviceAmount amount = onDevice(record, slots, uuid, reserved);
      if (!amount.isZero()) {
        sums.devices().merge(pod.node + "/" + uuid, amount, DeviceAmount::plus);
      }
    }
    sums.kubelet().merge(pod.node, (int) askedCount(record, true), Integer::sum);
    if (pod.basis == Basis.UNREADABLE) {
      sums.closed().add(pod.node);
    }
    NamespaceAmount amount =
        pod.good == null
            ? new NamespaceAmount(askedCount(record, false), 0, 0)
            : inNamespace(record, slots, reserved);
    sums.namespaces().merge(record.key().namespace(), amount, NamespaceAmount::plus);
    for (QuotaRecord quota : quotas.values()) {
      if (quota.namespace().equals(record.key().namespace())
          && quota.selects(record.quotaTraits())) {
        sums.quotas().merge(quota.namespace() + "/" + quota.name(), amount, NamespaceAmount::plus);
      }
    }
  }

  private DeviceAmount onDevice(
      PodRecord pod, List<List<DeviceShare>> slots, String uuid, boolean reserved) {
    return new DeviceAmount(
        (int) peak(pod, reserved, i -> NaiveFormula.slots(slots.get(i), uuid)),
        peak(pod, reserved, i -> NaiveFormula.memory(slots.get(i), uuid)),
        (int) peak(pod, reserved, i -> NaiveFormula.cores(slots.get(i), uuid)));
  }

  private NamespaceAmount inNamespace(
      PodRecord pod, List<List<DeviceShare>> slots, boolean reserved) {
    return new NamespaceAmount(
        peak(pod, reserved, i -> slots.get(i).size()),
        peak(pod, reserved, i -> slots.get(i).stream().mapToLong(DeviceShare::memoryMiB).sum()),
        peak(pod, reserved, i -> slots.get(i).stream().mapToLong(DeviceShare::cores).sum()));
  }

  private long askedCount(PodRecord pod, boolean fromStart) {
    return peak(
        pod,
        fromStart,
        i -> {
          Demand demand = pod.containers().get(i).demands().get(FAMILY);
          return demand == null ? 0 : demand.count();
        });
  }

  private long peak(PodRecord pod, boolean reserved, ToLongFunction<Integer> share) {
    return NaiveFormula.peak(pod, release, reserved, share);
  }

  private static Set<String> uuids(List<List<DeviceShare>> slots) {
    Set<String> uuids = new TreeSet<>();
    slots.forEach(slot -> slot.forEach(share -> uuids.add(share.uuid())));
    return uuids;
  }
}
