package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The cluster that an {@link ObjectStore} holds: every write of the store is observed at once. */
public final class EmbeddedCluster implements ClusterGateway {
  /** Is told of everything that an observation led to. */
  public interface Listener {
    void changed(UsageChange change);

    /** An object was written or deleted, whether or not anybody observes the cluster yet. */
    default void stored(StoreEvent event) {}

    /** What was observed, after the ledger has taken it. */
    default void observed(ClusterEvent event, UsageChange change) {}

    /** Part of an object is malformed; the rest of it counts. */
    void malformed(Problem problem);

    /** A pod's users were told something. */
    default void told(PodRecord pod, PodEvent event) {}
  }

  private final ClusterId id;
  private final ObjectReader reader;
  private final ModuleBus bus;
  private final Supplier<Instant> clock;
  private final Listener listener;
  private final ObjectStore store;
  private boolean watching;

  /**
   * The cluster is silent until it is first listed by {@link #list}.
   *
   * @param clock the time of the cluster
   */
  public EmbeddedCluster(
      ClusterId id,
      ObjectReader reader,
      ModuleBus bus,
      Supplier<Instant> clock,
      Listener listener) {
    this.id = id;
    this.reader = reader;
    this.bus = bus;
    this.clock = clock;
    this.listener = listener;
    this.store = new ObjectStore(this::watch);
  }

  @Override
  public ClusterId id() {
    return id;
  }

  /** The objects; every write to them is observed before it returns. */
  public ObjectStore objects() {
    return store;
  }

  /** The pod as it is in the cluster; null where there is none of that name. */
  public @Nullable PodRecord present(PodKey key) {
    ObjectNode object = store.get(ObjectKey.pod(key));
    return object == null ? null : reader.pod(object).value();
  }

  /**
   * Shows all objects as lists, as a program that starts sees them, and every write from now on.
   */
  public void list() {
    watching = true;
    List<ObservedNode> nodes = read("Node", ObjectReader::observedNode);
    List<QuotaRecord> quotas = read("ResourceQuota", ObjectReader::quota);
    List<ObservedPod> pods = read("Pod", ObjectReader::observedPod);
    observe(new ClusterEvent.NodesListed(nodes));
    observe(new ClusterEvent.QuotasListed(quotas));
    observe(new ClusterEvent.PodsListed(pods, store.version()));
  }

  /** Whether writes are observed, as they are from {@link #list} on. */
  public void setWatching(boolean watching) {
    this.watching = watching;
  }

  @Override
  public BindOutcome bind(
      PodRecord pod, String node, Map<String, String> annotations, Map<String, String> labels) {
    ObjectNode object = store.get(ObjectKey.pod(pod.key()));
    Optional<String> refusal = bindingRefusal(pod, node, object);
    if (object == null || refusal.isPresent()) {
      return new BindOutcome.Refused(refusal.orElseThrow());
    }
    if (reader.pod(object).value().resourceVersion() > pod.resourceVersion()) {
      return new BindOutcome.Outdated("pod " + pod.key() + " has been modified");
    }
    object.withObject("/spec").put("nodeName", node);
    annotations.forEach((key, value) -> put(object, "annotations", key, value));
    labels.forEach((key, value) -> put(object, "labels", key, value));
    PodConditions.setScheduled(object, clock.get());
    store.update(object);
    return new BindOutcome.Bound();
  }

  @Override
  public Lookup<ObservedPod> pod(PodKey key) {
    ObjectNode object = store.get(ObjectKey.pod(key));
    return object == null
        ? new Lookup.Absent<>()
        : new Lookup.Found<>(reader.observedPod(object).value());
  }

  @Override
  public Lookup<ObservedNode> node(String name) {
    ObjectNode object = store.get(ObjectKey.of("Node", "", name));
    return object == null
        ? new Lookup.Absent<>()
        : new Lookup.Found<>(reader.observedNode(object).value());
  }

  @Override
  public WriteOutcome annotateNode(
      String name, long resourceVersion, Map<String, @Nullable String> annotations) {
    ObjectNode object = store.get(ObjectKey.of("Node", "", name));
    if (object == null) {
      return new WriteOutcome.Absent();
    }
    return reader.node(object).value().resourceVersion() == resourceVersion
        ? annotate(object, annotations)
        : new WriteOutcome.Conflict();
  }

  @Override
  public WriteOutcome annotatePod(PodRecord pod, Map<String, @Nullable String> annotations) {
    ObjectNode object = store.get(ObjectKey.pod(pod.key()));
    if (object == null) {
      return new WriteOutcome.Absent();
    }
    return PodObjects.uid(object).equals(pod.uid())
        ? annotate(object, annotations)
        : new WriteOutcome.Conflict();
  }

  private WriteOutcome annotate(ObjectNode object, Map<String, @Nullable String> annotations) {
    annotations.forEach(
        (key, value) -> {
          if (value == null) {
            object.withObject("/metadata").withObject("/annotations").remove(key);
          } else {
            put(object, "annotations", key, value);
          }
        });
    ObjectNode written = store.update(object);
    return new WriteOutcome.Written(written.path("metadata").path("resourceVersion").asLong());
  }

  @Override
  public void tell(PodRecord pod, PodEvent event) {
    listener.told(pod, event);
  }

  private Optional<String> bindingRefusal(PodRecord pod, String node, @Nullable ObjectNode object) {
    if (object == null) {
      return Optional.of("pod " + pod.key() + " not found");
    }
    if (!PodObjects.uid(object).equals(pod.uid())) {
      return Optional.of("pod " + pod.key() + " is another one by now");
    }
    String present = PodObjects.nodeName(object);
    if (!present.isEmpty()) {
      return Optional.of("pod " + pod.key() + " is already assigned to node " + present);
    }
    if (object.path("metadata").hasNonNull("deletionTimestamp")) {
      return Optional.of("pod " + pod.key() + " is being deleted");
    }
    if (!store.contains(ObjectKey.of("Node", "", node))) {
      return Optional.of("node " + node + " not found");
    }
    return Optional.empty();
  }

  private static void put(ObjectNode object, String map, String key, String value) {
    object.withObject("/metadata").withObject("/" + map).put(key, value);
  }

  private <R> List<R> read(String kind, BiFunction<ObjectReader, JsonNode, Reading<R>> read) {
    return store.list(kind).stream().map(object -> report(read.apply(reader, object))).toList();
  }

  private <R> R report(Reading<R> reading) {
    reading.malformed().forEach(listener::malformed);
    return reading.value();
  }

  private void watch(StoreEvent event) {
    listener.stored(event);
    if (!watching) {
      return;
    }
    ObjectNode object = event.object();
    boolean deleted = event instanceof StoreEvent.Deleted;
    ObjectKey key = ObjectKey.of(object);
    switch (key.kind()) {
      case "Node" ->
          observe(
              deleted
                  ? new ClusterEvent.NodeGone(key.name())
                  : new ClusterEvent.NodeSeen(report(reader.observedNode(object))));
      case "ResourceQuota" ->
          observe(
              deleted
                  ? new ClusterEvent.QuotaGone(key.namespace(), key.name())
                  : new ClusterEvent.QuotaSeen(report(reader.quota(object))));
      case "Pod" ->
          observe(
              deleted
                  ? new ClusterEvent.PodGone(PodObjects.key(object), PodObjects.uid(object))
                  : new ClusterEvent.PodSeen(report(reader.observedPod(object))));
      default -> {
        // Namespaces and priority classes matter to whoever creates pods, not to the ledger.
      }
    }
  }

  private void observe(ClusterEvent event) {
    UsageChange change = bus.observe(new UsageMessages.Observe(id, clock.get(), event.change()));
    listener.changed(change);
    listener.observed(event, change);
  }
}
