package io.tidemark.app.scheduling.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.Caller;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Live scheduling on an embedded cluster, step by step: work runs on the test's thread, and time
 * passes when the test says so.
 */
final class LiveFixture implements EmbeddedCluster.Listener, Standing {
  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final AtomicInteger CLUSTERS = new AtomicInteger();

  private record Later(Instant at, Runnable task) {}

  private final ModuleBus bus;
  private final List<Later> later = new ArrayList<>();
  private Instant now = START;

  final EmbeddedCluster cluster;
  final FaultyGateway gateway;
  final LiveScheduling scheduling;
  final DecisionLog decisions = new DecisionLog();
  final List<String> told = new ArrayList<>();
  @Nullable String notLeading;
  @Nullable String notCurrent;

  LiveFixture(ModuleBus bus, DeviceFamilies families) {
    this(bus, families, FilterMode.ONE);
  }

  LiveFixture(ModuleBus bus, DeviceFamilies families, FilterMode mode) {
    this.bus = bus;
    ObjectReader reader = new ObjectReader(families, ZoneOffset.UTC);
    ClusterId id = new ClusterId("live-test-" + CLUSTERS.incrementAndGet());
    this.cluster = new EmbeddedCluster(id, reader, bus, () -> now, this);
    this.gateway = new FaultyGateway(cluster);
    this.scheduling =
        new LiveScheduling(
            new LiveScheduling.Environment(
                bus,
                gateway,
                families,
                reader,
                this,
                Runnable::run,
                (delay, task) -> later.add(new Later(now.plus(delay), task)),
                new TestClock(),
                decisions,
                problem -> {}),
            new LiveScheduling.Settings(
                mode, Duration.ofSeconds(25), Duration.ofMinutes(5), Set.of("tidemark-scheduler")));
    cluster.list();
  }

  private final class TestClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  LiveFixture node(Nodes node) {
    cluster.objects().apply(node.json().put("kind", "Node"));
    return this;
  }

  /** A pod of our scheduler, created. */
  PodKey pod(Pods pod) {
    ObjectNode json = pod.json().put("kind", "Pod");
    json.withObject("/spec").put("schedulerName", "tidemark-scheduler");
    cluster.objects().apply(json);
    return pod.read().key();
  }

  ObjectNode object(PodKey pod) {
    return Objects.requireNonNull(cluster.objects().get(ObjectKey.pod(pod)));
  }

  FilterAnswer filter(PodKey pod, String... nodes) {
    return scheduling.extender().filter(new FilterQuestion(object(pod), List.of(nodes), null));
  }

  CompletionStage<BindAnswer> bind(PodKey pod, String node) {
    return bind(pod, node, Caller.PATIENT);
  }

  CompletionStage<BindAnswer> bind(PodKey pod, String node, Caller caller) {
    String uid = object(pod).path("metadata").path("uid").asText();
    return scheduling
        .extender()
        .bind(new BindQuestion(pod.namespace(), pod.name(), uid, node), caller);
  }

  /** Filter and bind. */
  CompletionStage<BindAnswer> schedule(PodKey pod, String node) {
    filter(pod, node);
    return bind(pod, node);
  }

  /** The device plugin serves the pod and releases the lock, as HAMi's does. */
  void allocate(PodKey pod) {
    ObjectNode object = object(pod);
    ObjectNode annotations = object.withObject("/metadata").withObject("/annotations");
    annotations.put("hami.io/vgpu-devices-to-allocate", ";");
    annotations.put("hami.io/bind-phase", "success");
    cluster.objects().update(object);
    String node = object.path("spec").path("nodeName").asText();
    if (lockOf(node).endsWith("," + pod.namespace() + "," + pod.name())) {
      unlock(node);
    }
  }

  void unlock(String node) {
    ObjectNode object = nodeObject(node);
    object.withObject("/metadata").withObject("/annotations").remove(ObservedNode.LOCK_KEY);
    cluster.objects().update(object);
  }

  void lock(String node, String text) {
    annotateNode(node, ObservedNode.LOCK_KEY, text);
  }

  void annotateNode(String node, String key, String value) {
    ObjectNode object = nodeObject(node);
    object.withObject("/metadata").withObject("/annotations").put(key, value);
    cluster.objects().update(object);
  }

  /** Something happens in the cluster that the watch does not show. */
  void hideFromWatch(Runnable happens) {
    cluster.setWatching(false);
    happens.run();
    cluster.setWatching(true);
  }

  void status(PodKey pod, String phase) {
    ObjectNode object = object(pod);
    object.withObject("/status").put("phase", phase);
    cluster.objects().update(object);
  }

  void remove(PodKey pod) {
    cluster.objects().remove(ObjectKey.pod(pod));
  }

  String lockOf(String node) {
    return annotationOf(node, ObservedNode.LOCK_KEY);
  }

  String annotationOf(String node, String key) {
    return nodeObject(node).path("metadata").path("annotations").path(key).asText("");
  }

  String nodeOf(PodKey pod) {
    return object(pod).path("spec").path("nodeName").asText("");
  }

  String annotation(PodKey pod, String key) {
    return object(pod).path("metadata").path("annotations").path(key).asText("");
  }

  private ObjectNode nodeObject(String node) {
    return Objects.requireNonNull(cluster.objects().get(ObjectKey.of("Node", "", node)));
  }

  /** Lets time pass; what was to happen in it happens in order. */
  void pass(Duration time) {
    Instant end = now.plus(time);
    while (true) {
      Later next =
          later.stream()
              .filter(candidate -> !candidate.at().isAfter(end))
              .min((a, b) -> a.at().compareTo(b.at()))
              .orElse(null);
      if (next == null) {
        now = end;
        return;
      }
      later.remove(next);
      now = next.at();
      next.task().run();
    }
  }

  ClusterSnapshot ledger() {
    return bus.snapshot(new TakeSnapshot(cluster.id(), now));
  }

  List<String> drift() {
    return bus.audit(new Audit(cluster.id(), now)).drift();
  }

  /** MiB that are charged on a device. */
  long used(String node, String uuid) {
    var snapshot = Objects.requireNonNull(ledger().node(node));
    return snapshot.usedMemory(
        snapshot.indexOf(new io.tidemark.api.model.DeviceId("NVIDIA", uuid)));
  }

  @Override
  public void changed(UsageChange change) {}

  @Override
  public void malformed(Problem problem) {}

  @Override
  public void observed(ClusterEvent event, UsageChange change) {
    scheduling.observed(event, change);
  }

  @Override
  public void told(PodRecord pod, io.tidemark.app.cluster.ClusterGateway.PodEvent event) {
    told.add(pod.key().name() + " " + event.reason() + ": " + event.message());
  }

  @Override
  public @Nullable String notLeading() {
    return notLeading;
  }

  @Override
  public @Nullable String notCurrent() {
    return notCurrent;
  }
}
