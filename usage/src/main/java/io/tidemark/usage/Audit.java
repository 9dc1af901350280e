package io.tidemark.usage;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes what a snapshot shows: every footprint from its pod, every sum from the footprints. It
 * shares no sum with the ledger.
 */
final class Audit {
  private final ChargeRules rules;

  Audit(ChargeRules rules) {
    this.rules = rules;
  }

  /** One line per difference, sorted; empty is clean. */
  List<String> drift(ClusterSnapshot snapshot) {
    List<String> drift = new ArrayList<>();
    Map<String, List<PodCharge>> byNode = new HashMap<>();
    Map<String, List<PodCharge>> byNamespace = new HashMap<>();
    snapshot
        .charges()
        .forEach(
            (uid, charge) -> {
              footprint(charge, drift);
              byNode.computeIfAbsent(charge.node(), name -> new ArrayList<>()).add(charge);
              byNamespace
                  .computeIfAbsent(charge.pod().key().namespace(), name -> new ArrayList<>())
                  .add(charge);
            });
    for (String name : union(byNode.keySet(), snapshot.nodes().keySet())) {
      node(name, snapshot.node(name), byNode.getOrDefault(name, List.of()), drift);
    }
    for (String name : union(byNamespace.keySet(), snapshot.namespaces().keySet())) {
      namespace(snapshot.namespace(name), byNamespace.getOrDefault(name, List.of()), drift);
    }
    Collections.sort(drift);
    return drift;
  }

  private void footprint(PodCharge charge, List<String> drift) {
    if (ChargeRules.isBeyondRange(charge)) {
      return;
    }
    String pod = "pod " + charge.pod().key() + " (" + charge.pod().uid() + ")";
    try {
      PodCharge expected =
          rules.charge(charge.pod(), charge.node(), charge.allocation(), charge.basis());
      compare(pod + ": footprint", expected.footprint(), charge.footprint(), drift);
      compare(pod + ": kubelet count", expected.kubeletCounts(), charge.kubeletCounts(), drift);
    } catch (ArithmeticException e) {
      drift.add(pod + ": its footprint leaves the range of amounts");
    }
  }

  private static void node(
      String name, @Nullable NodeSnapshot node, List<PodCharge> charges, List<String> drift) {
    if (node == null) {
      drift.add("node " + name + ": is charged, but not shown");
      return;
    }
    Map<DeviceId, DeviceAmount> used = new HashMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    Set<PodKey> closedBy = new HashSet<>();
    for (PodCharge charge : charges) {
      charge.footprint().devices().forEach((id, held) -> used.merge(id, held, DeviceAmount::plus));
      charge
          .kubeletCounts()
          .forEach((family, count) -> counts.merge(family, count, Math::addExact));
      if (charge.basis() == PodCharge.Basis.UNREADABLE) {
        closedBy.add(charge.pod().key());
      }
    }
    String where = "node " + name;
    for (int i = 0; i < node.devices().size(); i++) {
      DeviceId id = node.devices().get(i).id();
      DeviceAmount expected = Objects.requireNonNullElse(used.remove(id), DeviceAmount.ZERO);
      compare(where + ": device " + id, expected, node.used(i), drift);
    }
    compare(where + ": devices not registered", used, node.unregistered(), drift);
    Set<String> registered = node.node() == null ? Set.of() : node.node().inventories().keySet();
    for (String family : union(counts.keySet(), registered)) {
      compare(
          where + ": kubelet count of " + family,
          counts.getOrDefault(family, 0),
          node.kubeletCount(family),
          drift);
    }
    compare(where + ": closed by", closedBy, new HashSet<>(node.closedBy()), drift);
    compare(where + ": pods", uids(charges), uids(node.charges()), drift);
  }

  private static void namespace(
      NamespaceSnapshot namespace, List<PodCharge> charges, List<String> drift) {
    String where = "namespace " + namespace.name();
    compare(where + ": used", sum(charges), namespace.used(), drift);
    for (QuotaSnapshot quota : namespace.quotas()) {
      List<PodCharge> selected =
          charges.stream()
              .filter(charge -> quota.quota().selects(charge.pod().quotaTraits()))
              .toList();
      compare(
          where + ": quota " + quota.quota().name() + ": used", sum(selected), quota.used(), drift);
    }
  }

  private static Map<String, NamespaceAmount> sum(List<PodCharge> charges) {
    Map<String, NamespaceAmount> sum = new TreeMap<>();
    for (PodCharge charge : charges) {
      charge
          .footprint()
          .namespace()
          .forEach((family, amount) -> sum.merge(family, amount, NamespaceAmount::plus));
    }
    return sum;
  }

  private static Set<String> uids(Collection<PodCharge> charges) {
    Set<String> uids = new TreeSet<>();
    charges.forEach(charge -> uids.add(charge.pod().uid()));
    return uids;
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> union = new TreeSet<>(a);
    union.addAll(b);
    return union;
  }

  private static void compare(String what, Object expected, Object found, List<String> drift) {
    if (!expected.equals(found)) {
      drift.add(what + ": is " + found + ", the sum is " + expected);
    }
  }
}
