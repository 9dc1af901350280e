package io.tidemark.app.report;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.app.report.UsageReport.DeviceUsage;
import io.tidemark.app.report.UsageReport.NamespaceUsage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts a snapshot into the {@code usage} object. */
public final class UsageReporter {
  private final DeviceFamilies families;

  public UsageReporter(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * @param nodes names to list in any case, beside those that the snapshot knows
   * @param pods by namespace, for the resources to list where nothing is used or limited; a
   *     namespace without pods is listed too
   */
  public UsageReport report(
      ClusterSnapshot snapshot,
      Set<String> nodes,
      Map<String, ? extends Collection<PodRecord>> pods) {
    Map<String, Map<String, DeviceUsage>> byNode = new TreeMap<>();
    nodes.forEach(name -> byNode.put(name, Map.of()));
    snapshot.nodes().forEach((name, node) -> byNode.put(name, devices(node)));
    return new UsageReport(byNode, namespaces(snapshot, pods));
  }

  /**
   * By namespace, then resource name.
   *
   * @param pods as for {@link #report}
   */
  Map<String, Map<String, NamespaceUsage>> namespaces(
      ClusterSnapshot snapshot, Map<String, ? extends Collection<PodRecord>> pods) {
    Map<String, Map<String, NamespaceUsage>> byNamespace = new TreeMap<>();
    Set<String> names = new TreeSet<>(pods.keySet());
    names.addAll(snapshot.namespaces().keySet());
    for (String name : names) {
      Collection<PodRecord> named = pods.get(name);
      byNamespace.put(name, namespace(snapshot.namespace(name), named == null ? List.of() : named));
    }
    return byNamespace;
  }

  private static Map<String, DeviceUsage> devices(NodeSnapshot node) {
    Map<String, DeviceUsage> devices = new TreeMap<>();
    List<Device> registered = node.devices();
    for (int i = 0; i < registered.size(); i++) {
      devices.put(registered.get(i).id().uuid(), usage(node.used(i)));
    }
    node.unregistered().forEach((id, amount) -> devices.put(id.uuid(), usage(amount)));
    return devices;
  }

  private static DeviceUsage usage(DeviceAmount amount) {
    return new DeviceUsage(amount.slots(), amount.memoryMiB(), amount.cores());
  }

  private Map<String, NamespaceUsage> namespace(
      NamespaceSnapshot namespace, Collection<PodRecord> pods) {
    Map<String, NamespaceUsage> resources = new TreeMap<>();
    for (DeviceFamily family : families.all()) {
      boolean asked = pods.stream().anyMatch(pod -> asks(pod, family.word()));
      boolean coresAsked = pods.stream().anyMatch(pod -> asksCores(pod, family.word()));
      put(resources, namespace, family, QuotaDimension.COUNT, asked);
      put(resources, namespace, family, QuotaDimension.MEMORY, asked);
      put(resources, namespace, family, QuotaDimension.CORES, coresAsked);
    }
    return resources;
  }

  private static void put(
      Map<String, NamespaceUsage> resources,
      NamespaceSnapshot namespace,
      DeviceFamily family,
      QuotaDimension dimension,
      boolean asked) {
    String name = family.resources().of(dimension);
    NamespaceAmount used = namespace.used(family.word());
    Long limit = QuotaRules.limit(namespace, family.word(), dimension);
    if (name != null && (asked || limit != null || used.in(dimension) != 0)) {
      resources.put(name, new NamespaceUsage(used.in(dimension), limit));
    }
  }

  private static boolean asks(PodRecord pod, String family) {
    return pod.containers().stream().anyMatch(c -> c.demands().containsKey(family));
  }

  private static boolean asksCores(PodRecord pod, String family) {
    for (ContainerSpec container : pod.containers()) {
      Demand demand = container.demands().get(family);
      if (demand != null && demand.cores() > 0) {
        return true;
      }
    }
    return false;
  }
}
