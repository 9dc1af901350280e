package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.bus.UsageMessages.AuditReport;
import io.tidemark.api.bus.UsageMessages.Expire;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.PodObjects;
import io.tidemark.app.cluster.embedded.StoreEvent;
import io.tidemark.app.report.Decision;
import io.tidemark.app.scheduling.AdmissionReviewer;
import io.tidemark.app.scheduling.PlacementAnnotations;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.simulation.kubescheduler.NodeChecks;
import io.tidemark.app.simulation.scenario.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One simulated cluster: its objects, its clock, its pods' fates, and what can happen to them. */
final class SimulatedCluster implements AutoCloseable {
  /**
   * What every simulated cluster of a run shares.
   *
   * @param schedulerNames whose pods Tidemark schedules
   */
  record Environment(
      ModuleBus bus,
      ObjectReader reader,
      PlacementAnnotations annotations,
      Set<String> schedulerNames) {}

  private final Environment environment;
  private final EmbeddedCluster cluster;
  private final SimulatedClock clock;
  private final PodBook book = new PodBook();
  private final Recorder recorder;
  private final ClusterWatcher watcher;
  private final PodCreation creation;
  private final NodeChecks nodeChecks;
  private final Misfits misfits = new Misfits();
  private final PodScheduling scheduling;
  private final PodInquiry inquiry;
  private final Set<String> unknownNodesReported = new HashSet<>();
  private boolean roomFreed;

  SimulatedCluster(
      Environment environment, ClusterId id, SimulatedClock clock, ClusterWatcher watcher) {
    this.environment = environment;
    this.clock = clock;
    this.watcher = watcher;
    this.recorder = new Recorder(watcher::decided);
    ModuleBus bus = environment.bus();
    this.cluster = new EmbeddedCluster(id, environment.reader(), bus, clock::now, new Events());
    this.creation = new PodCreation(cluster.objects(), new AdmissionReviewer(bus, id));
    this.nodeChecks = new NodeChecks(cluster.objects());
    this.scheduling =
        new PodScheduling(
            cluster,
            new Scheduler(bus, cluster, environment.annotations(), this::changed),
            environment.schedulerNames(),
            nodeChecks,
            misfits,
            clock,
            book,
            recorder);
    this.inquiry = new PodInquiry(bus, environment.reader(), id, nodeChecks, scheduling);
  }

  private final class Events implements EmbeddedCluster.Listener {
    @Override
    public void changed(UsageChange change) {
      SimulatedCluster.this.changed(change);
    }

    @Override
    public void malformed(Problem problem) {
      recorder.malformed(problem);
    }

    @Override
    public void observed(ClusterEvent event, UsageChange change) {
      watcher.observed(event, change);
    }

    @Override
    public void stored(StoreEvent event) {
      roomFreed |= nodeChecks.observe(event);
      misfits.stored(event);
    }
  }

  /**
   * Starts with these objects already there.
   *
   * @param named pods that will be spoken of, in that order; they need not be there
   */
  void start(List<KubeObject> present, List<PodKey> named) {
    named.forEach(book::of);
    for (KubeObject object : present) {
      ObjectNode stored = cluster.objects().apply(object.json());
      if (object.kind().equals("Pod")) {
        seen(stored);
      }
    }
    cluster.list();
    book.all().forEach(this::reportUnknownNode);
    roomFreed = false;
  }

  Recorder recorder() {
    return recorder;
  }

  PodBook book() {
    return book;
  }

  Instant now() {
    return clock.now();
  }

  /** The port for whoever else schedules here; what is bound by it is to be {@link #noted}. */
  ClusterGateway gateway() {
    return cluster;
  }

  /** A pod was written by somebody else. */
  void noted(PodKey key) {
    ObjectNode pod = present(key);
    if (pod != null) {
      seen(pod);
    }
  }

  /** Submits a pod: admission, and where {@code schedule} says so, filter and bind. */
  void create(PodKey key, JsonNode document, boolean schedule) {
    PodBook.Entry entry = book.of(key);
    if (present(key) != null) {
      recorder.failed("pod " + key + " is there already");
      return;
    }
    PodCreation.Outcome outcome = creation.create(key, document, clock.now());
    if (outcome instanceof PodCreation.Outcome.Denied denied) {
      entry.decide(Decision.DENIED, null, denied.reason());
      entry.remember(denied.pod());
      recorder.decided(entry, Map.of());
      return;
    }
    entry.remember(((PodCreation.Outcome.Created) outcome).pod());
    entry.decide(Decision.PENDING, null, "is not scheduled yet");
    if (schedule) {
      scheduling.schedule(entry);
    }
  }

  /** Filters and binds a pod that is there and has no node; nothing for any other. */
  void retry(PodKey key) {
    if (unbound(key)) {
      scheduling.schedule(book.of(key));
    }
  }

  void filter(PodKey key) {
    if (unbound(key)) {
      scheduling.filterOnly(book.of(key));
    }
  }

  void bind(PodKey key) {
    if (unbound(key)) {
      scheduling.bindOnly(book.of(key));
    }
  }

  /** Lets waiting pods try again, where anything since the last time made room. */
  void wakeUp() {
    if (roomFreed) {
      tryWaiting();
    }
  }

  /** Lets waiting pods try again. */
  void tryWaiting() {
    scheduling.wakeUp();
    // Trying a pod gives up what it had reserved, which is no room for the others.
    roomFreed = false;
  }

  /** The pod's object; null where it is not there. */
  @Nullable ObjectNode present(PodKey key) {
    return cluster.objects().get(ObjectKey.pod(key));
  }

  /** Gives a pod that is there another status. */
  void status(PodKey key, ObjectNode pod, JsonNode status) {
    pod.set("status", status);
    book.of(key).remember(cluster.objects().update(pod));
  }

  /** Shows an object as a watch would, without admission. */
  void apply(JsonNode object) {
    ObjectNode shown = cluster.objects().apply(object);
    ObjectKey key = ObjectKey.of(shown);
    if (key.kind().equals("Pod")) {
      ObjectNode stored = cluster.objects().get(key);
      seen(stored == null ? shown : stored);
      reportUnknownNode(book.of(PodObjects.key(shown)));
    }
  }

  void remove(ObjectKey key) {
    boolean there = cluster.objects().contains(key);
    cluster.objects().remove(key);
    if (there && key.kind().equals("Pod")) {
      PodBook.Entry entry = book.of(new PodKey(key.namespace(), key.name()));
      entry.choose(null);
      entry.decide(Decision.DELETED, null, "was removed");
    }
  }

  void redeliver(PodKey key) {
    cluster.objects().redeliver(ObjectKey.pod(key));
  }

  /** Loses everything but the cluster's objects. What kube-scheduler chose stays chosen. */
  void restart() {
    ClusterSnapshot before = snapshot();
    environment.bus().forget(new Forget(cluster.id()));
    misfits.forget();
    cluster.list();
    for (PodBook.Entry entry : book.all()) {
      JsonNode pod = entry.lastObject();
      if (pod != null && before.charge(PodObjects.uid(pod)) != null) {
        entry.loseReservation("what was reserved is lost with the restart; not bound yet");
      }
    }
  }

  void advance(Duration by) {
    clock.advance(by);
    misfits.forget();
    changed(environment.bus().expire(new Expire(cluster.id(), clock.now())));
  }

  ClusterSnapshot snapshot() {
    return environment.bus().snapshot(new TakeSnapshot(cluster.id(), clock.now()));
  }

  AuditReport audit() {
    return environment.bus().audit(new Audit(cluster.id(), clock.now()));
  }

  /** What there is to say of a pod. */
  PodAnswer answer(PodKey key) {
    PodBook.Entry entry = book.find(key);
    return entry == null ? new PodAnswer.Unknown() : inquiry.answer(entry, now());
  }

  /** Reads a pod that may have come without identity. */
  PodRecord read(JsonNode pod) {
    return environment.reader().unstoredPod(pod).value();
  }

  @Override
  public void close() {
    environment.bus().forget(new Forget(cluster.id()));
  }

  private boolean unbound(PodKey key) {
    ObjectNode pod = present(key);
    return pod != null && !PodObjects.isBound(pod);
  }

  private void changed(UsageChange change) {
    recorder.changed(change);
    misfits.changed(change);
    roomFreed |= change.freesRoom();
    for (UsageChange.PodChange pod : change.pods()) {
      PodBook.Entry entry = book.find(pod.key());
      if (entry != null && pod.after().equals(Footprint.NONE)) {
        entry.loseReservation(CauseWords.ofLostReservation(pod.cause()));
      }
    }
  }

  private void seen(ObjectNode pod) {
    PodBook.Entry entry = book.of(PodObjects.key(pod));
    JsonNode last = entry.lastObject();
    if (last != null && !PodObjects.uid(last).equals(PodObjects.uid(pod))) {
      entry.choose(null);
      entry.loseReservation("was another pod of that name");
    }
    entry.remember(pod);
    String node = PodObjects.nodeName(pod);
    if (!node.isEmpty()) {
      entry.decide(Decision.BOUND, node, null);
    } else if (!entry.isReserved()) {
      entry.decide(Decision.PENDING, null, "is not scheduled yet");
    }
  }

  /** A pod is charged on the node that it names; where there is none, somebody should know. */
  private void reportUnknownNode(PodBook.Entry entry) {
    JsonNode pod = entry.lastObject();
    if (pod == null || entry.decision() != Decision.BOUND) {
      return;
    }
    String node = PodObjects.nodeName(pod);
    if (!cluster.objects().contains(ObjectKey.of("Node", "", node))
        && snapshot().charge(PodObjects.uid(pod)) != null
        && unknownNodesReported.add(PodObjects.uid(pod) + " on " + node)) {
      recorder.malformed(
          new Problem(
              "Pod " + entry.key(),
              "spec.nodeName",
              "there is no node " + node + "; charged on it, and counted when it appears"));
    }
  }
}
