package io.tidemark.fit;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;

/** Builds a snapshot from nodes, bound pods and quotas, and asks fit about it. */
public final class Cluster {
  public static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final DeviceFamilies families;
  private final List<NodeRecord> nodes = new ArrayList<>();
  private final List<PodRecord> pods = new ArrayList<>();
  private final List<QuotaRecord> quotas = new ArrayList<>();
  private ReleaseMode mode = ReleaseMode.EACH;
  private PlacementPolicy policy = FillPolicy.SPREAD;

  private Cluster(DeviceFamilies families) {
    this.families = families;
  }

  public static Cluster of(Nodes... nodes) {
    return of(Families.BUNDLED, nodes);
  }

  public static Cluster of(DeviceFamilies families, Nodes... nodes) {
    Cluster cluster = new Cluster(families);
    for (Nodes node : nodes) {
      cluster.nodes.add(node.read(families));
    }
    return cluster;
  }

  /** Bound pods with their allocations. */
  public Cluster with(Pods... bound) {
    for (Pods pod : bound) {
      pods.add(pod.read(families));
    }
    return this;
  }

  public Cluster with(Quotas quota) {
    quotas.add(quota.read(families));
    return this;
  }

  public Cluster releasing(ReleaseMode releaseMode) {
    mode = releaseMode;
    return this;
  }

  public Cluster preferring(PlacementPolicy placement) {
    policy = placement;
    return this;
  }

  public ReleaseMode mode() {
    return mode;
  }

  public DeviceFamilies families() {
    return families;
  }

  public PlacementPolicy policy() {
    return policy;
  }

  public PlanReply plan(Pods pod) {
    return plan(pod, null);
  }

  public PlanReply plan(Pods pod, @Nullable List<String> candidates) {
    return new FitPlanner(families)
        .plan(new Plan(NOW, snapshot(), pod.read(families), policy, candidates));
  }

  /** The plan of the one node that can take the pod. */
  public NodePlan planned(Pods pod) {
    PlanReply reply = plan(pod);
    if (reply.plans().size() != 1) {
      throw new AssertionError("not one plan: " + reply);
    }
    return reply.plans().get(0);
  }

  /** The refusal of the cluster's one node. */
  public NodeRefusal refused(Pods pod) {
    PlanReply reply = plan(pod);
    if (!reply.plans().isEmpty() || reply.refusals().size() != 1) {
      throw new AssertionError("not one refusal: " + reply);
    }
    return reply.refusals().get(0);
  }

  /** The uuids of each container, {@code -} for none: {@code GPU-a+GPU-b;-;GPU-a}. */
  public static String uuids(NodePlan plan) {
    return uuids(plan.allocation(), "NVIDIA");
  }

  public static String uuids(PodAllocation allocation, String family) {
    List<String> slots = new ArrayList<>();
    for (List<DeviceShare> slot : Objects.requireNonNull(allocation.slotsByFamily().get(family))) {
      slots.add(
          slot.isEmpty() ? "-" : String.join("+", slot.stream().map(DeviceShare::uuid).toList()));
    }
    return String.join(";", slots);
  }

  public ClusterSnapshot snapshot() {
    List<PodCharge> charges = new ArrayList<>();
    for (PodRecord pod : pods) {
      if (!pod.status().terminal()) {
        charges.add(charge(pod));
      }
    }
    HashPMap<String, PodCharge> byUid = HashTreePMap.empty();
    for (PodCharge charge : charges) {
      byUid = byUid.plus(charge.pod().uid(), charge);
    }
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            ClusterId.LIVE,
            1,
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            byUid,
            HashTreePMap.empty());
    for (NodeRecord node : nodes) {
      snapshot = snapshot.withNode(node(node, charges));
    }
    for (String namespace : quotas.stream().map(QuotaRecord::namespace).distinct().toList()) {
      snapshot = snapshot.withNamespace(namespace(namespace, charges));
    }
    return snapshot;
  }

  private PodCharge charge(PodRecord pod) {
    PodAllocation allocation = PodAllocation.EMPTY;
    PodCharge.Basis basis = PodCharge.Basis.UNREADABLE;
    if (pod.allocation() instanceof AllocationReading.Readable readable) {
      allocation = readable.allocation();
      basis = allocation.isEmpty() ? PodCharge.Basis.COUNT_ONLY : PodCharge.Basis.ALLOCATED;
    }
    return new PodCharge(
        pod,
        String.valueOf(pod.nodeName()),
        allocation,
        Footprints.of(pod.containers(), allocation, Progress.of(pod, mode)),
        Footprints.kubeletCounts(pod.containers()),
        basis);
  }

  private static NodeSnapshot node(NodeRecord node, List<PodCharge> all) {
    List<PodCharge> charges =
        all.stream().filter(charge -> charge.node().equals(node.name())).toList();
    Map<DeviceId, DeviceAmount> used = new LinkedHashMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    List<PodKey> closedBy = new ArrayList<>();
    for (PodCharge charge : charges) {
      charge.footprint().devices().forEach((id, held) -> used.merge(id, held, DeviceAmount::plus));
      charge.kubeletCounts().forEach((word, count) -> counts.merge(word, count, Integer::sum));
      if (charge.basis() == PodCharge.Basis.UNREADABLE) {
        closedBy.add(charge.pod().key());
      }
    }
    return new NodeSnapshot(node.name(), node, used, counts, charges, closedBy);
  }

  private NamespaceSnapshot namespace(String name, List<PodCharge> all) {
    List<PodCharge> charges =
        all.stream().filter(charge -> charge.pod().key().namespace().equals(name)).toList();
    List<QuotaSnapshot> snapshots = new ArrayList<>();
    for (QuotaRecord quota : quotas) {
      if (quota.namespace().equals(name)) {
        snapshots.add(
            new QuotaSnapshot(
                quota,
                used(
                    charges.stream()
                        .filter(charge -> quota.selects(charge.pod().quotaTraits()))
                        .toList())));
      }
    }
    return new NamespaceSnapshot(name, used(charges), snapshots);
  }

  private static Map<String, NamespaceAmount> used(List<PodCharge> charges) {
    Map<String, NamespaceAmount> used = new TreeMap<>();
    for (PodCharge charge : charges) {
      charge
          .footprint()
          .namespace()
          .forEach((word, amount) -> used.merge(word, amount, NamespaceAmount::plus));
    }
    return used;
  }
}
