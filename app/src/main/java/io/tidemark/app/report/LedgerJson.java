package io.tidemark.app.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import io.tidemark.app.report.UsageReport.NamespaceUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The whole ledger of a cluster as JSON. Its {@code nodes} and {@code namespaces} are those of a
 * simulation's {@code usage} object, with more about every device: what it is, what it has, and who
 * holds it. Written as it is walked, since a large cluster has 40,000 devices.
 */
public final class LedgerJson {
  /** The ledger's own order is that in which pods came, which differs between replicas. */
  private static final Comparator<PodCharge> BY_POD =
      Comparator.comparing((PodCharge charge) -> charge.pod().key().toString())
          .thenComparing(charge -> charge.pod().uid());

  private final DeviceFamilies families;
  private final UsageReporter reporter;

  public LedgerJson(DeviceFamilies families) {
    this.families = families;
    this.reporter = new UsageReporter(families);
  }

  /**
   * What to tell of.
   *
   * @param node the only node; null for all
   * @param namespace the only namespace; null for all
   */
  public record Selection(@Nullable String node, @Nullable String namespace) {
    public static final Selection ALL = new Selection(null, null);

    /** One that names a namespace alone asks about no node. */
    boolean node(String name) {
      return node == null ? namespace == null : node.equals(name);
    }

    /** One that names a node alone asks about no namespace. */
    boolean namespace(String name) {
      return namespace == null ? node == null : namespace.equals(name);
    }

    boolean pod(PodCharge charge) {
      return (node == null || node.equals(charge.node()))
          && (namespace == null || namespace.equals(charge.pod().key().namespace()));
    }
  }

  /** In UTF-8, indented by two spaces. */
  public byte[] write(ClusterSnapshot snapshot, Selection selection) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JsonReport.PRETTY.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("cluster", snapshot.cluster().value());
      json.writeNumberField("version", snapshot.version());
      nodes(json, snapshot, selection);
      namespaces(json, snapshot, selection);
      quotas(json, snapshot, selection);
      pods(json, snapshot, selection);
      closedNodes(json, snapshot, selection);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void nodes(JsonGenerator json, ClusterSnapshot snapshot, Selection selection)
      throws IOException {
    json.writeObjectFieldStart("nodes");
    for (NodeSnapshot node : selected(snapshot, selection)) {
      json.writeObjectFieldStart(node.name());
      List<PodCharge> charges = node.charges().stream().sorted(BY_POD).toList();
      for (Map.Entry<String, DeviceOf> entry : devices(node).entrySet()) {
        json.writeObjectFieldStart(entry.getKey());
        device(json, charges, entry.getValue());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static List<NodeSnapshot> selected(ClusterSnapshot snapshot, Selection selection) {
    return snapshot.nodes().values().stream()
        .filter(node -> selection.node(node.name()))
        .sorted(Comparator.comparing(NodeSnapshot::name))
        .toList();
  }

  /**
   * A device of a node.
   *
   * @param registered null where the node does not register it and pods hold it all the same
   */
  private record DeviceOf(DeviceId id, @Nullable Device registered, DeviceAmount used) {}

  private static Map<String, DeviceOf> devices(NodeSnapshot node) {
    Map<String, DeviceOf> devices = new TreeMap<>();
    for (int i = 0; i < node.devices().size(); i++) {
      Device device = node.devices().get(i);
      devices.put(device.id().uuid(), new DeviceOf(device.id(), device, node.used(i)));
    }
    node.unregistered()
        .forEach((id, used) -> devices.putIfAbsent(id.uuid(), new DeviceOf(id, null, used)));
    return devices;
  }

  /**
   * @param charges of the device's node, in the order in which holders are told
   */
  private static void device(JsonGenerator json, List<PodCharge> charges, DeviceOf device)
      throws IOException {
    amount(json, device.used());
    json.writeStringField("family", device.id().family());
    Device registered = device.registered();
    if (registered == null) {
      json.writeNullField("model");
      json.writeNullField("healthy");
      json.writeNullField("capacity");
    } else {
      json.writeStringField("model", registered.model());
      json.writeBooleanField("healthy", registered.healthy());
      json.writeObjectFieldStart("capacity");
      amount(json, registered.capacity());
      json.writeEndObject();
    }
    json.writeArrayFieldStart("holders");
    for (PodCharge charge : charges) {
      DeviceAmount held = charge.footprint().on(device.id());
      if (!held.isZero()) {
        json.writeStartObject();
        json.writeStringField("pod", charge.pod().key().toString());
        amount(json, held);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void amount(JsonGenerator json, DeviceAmount amount) throws IOException {
    json.writeNumberField("slots", amount.slots());
    json.writeNumberField("memoryMiB", amount.memoryMiB());
    json.writeNumberField("cores", amount.cores());
  }

  private void namespaces(JsonGenerator json, ClusterSnapshot snapshot, Selection selection)
      throws IOException {
    json.writeObjectFieldStart("namespaces");
    for (Map.Entry<String, Map<String, NamespaceUsage>> namespace :
        reporter.namespaces(snapshot, Map.of()).entrySet()) {
      if (selection.namespace(namespace.getKey())) {
        json.writeObjectFieldStart(namespace.getKey());
        resources(json, namespace.getValue());
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  private static void resources(JsonGenerator json, Map<String, NamespaceUsage> resources)
      throws IOException {
    for (Map.Entry<String, NamespaceUsage> resource : resources.entrySet()) {
      json.writeObjectFieldStart(resource.getKey());
      json.writeNumberField("used", resource.getValue().used());
      json.writeObjectField("limit", resource.getValue().limit());
      json.writeEndObject();
    }
  }

  /**
   * Every ResourceQuota by itself, with what the pods that it selects use; a namespace's figure is
   * of all pods, and its limit of quotas without scopes.
   */
  private void quotas(JsonGenerator json, ClusterSnapshot snapshot, Selection selection)
      throws IOException {
    json.writeObjectFieldStart("quotas");
    for (String name : new TreeSet<>(snapshot.namespaces().keySet())) {
      List<QuotaSnapshot> quotas = new ArrayList<>(snapshot.namespace(name).quotas());
      if (!quotas.isEmpty() && selection.namespace(name)) {
        quotas.sort(Comparator.comparing(quota -> quota.quota().name()));
        json.writeObjectFieldStart(name);
        for (QuotaSnapshot quota : quotas) {
          quota(json, quota);
        }
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  private void quota(JsonGenerator json, QuotaSnapshot quota) throws IOException {
    Map<String, NamespaceUsage> resources = new TreeMap<>();
    for (QuotaLimit limit : quota.quota().limits()) {
      String resource = families.require(limit.family()).resources().of(limit.dimension());
      if (resource != null) {
        long used = quota.used(limit.family()).in(limit.dimension());
        // One quota may limit a resource twice, by requests and by limits: the tighter one counts.
        NamespaceUsage before = resources.get(resource);
        long tightest =
            before == null || before.limit() == null
                ? limit.limit()
                : Math.min(before.limit(), limit.limit());
        resources.put(resource, new NamespaceUsage(used, tightest));
      }
    }
    json.writeObjectFieldStart(quota.quota().name());
    resources(json, resources);
    json.writeEndObject();
  }

  /** Who is charged, and on what ground; also those that hold no device. */
  private static void pods(JsonGenerator json, ClusterSnapshot snapshot, Selection selection)
      throws IOException {
    List<PodCharge> charges = new ArrayList<>(snapshot.charges().values());
    charges.removeIf(charge -> !selection.pod(charge));
    charges.sort(BY_POD);
    json.writeArrayFieldStart("pods");
    for (PodCharge charge : charges) {
      json.writeStartObject();
      json.writeStringField("pod", charge.pod().key().toString());
      json.writeStringField("uid", charge.pod().uid());
      json.writeStringField("node", charge.node());
      json.writeStringField("basis", word(charge.basis()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** {@code COUNT_ONLY} is {@code CountOnly}, as Kubernetes writes such words. */
  private static String word(PodCharge.Basis basis) {
    StringBuilder word = new StringBuilder();
    for (String part : basis.name().split("_")) {
      word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
    }
    return word.toString();
  }

  /** Where nothing new is placed, with the pods whose allocation cannot be read. */
  private static void closedNodes(JsonGenerator json, ClusterSnapshot snapshot, Selection selection)
      throws IOException {
    json.writeObjectFieldStart("closedNodes");
    for (NodeSnapshot node : selected(snapshot, selection)) {
      if (!node.closedBy().isEmpty()) {
        json.writeArrayFieldStart(node.name());
        for (String pod : node.closedBy().stream().map(PodKey::toString).sorted().toList()) {
          json.writeString(pod);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }
}
