package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.bus.UsageMessages.AuditReport;
import io.tidemark.api.bus.UsageMessages.Expire;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.PodObjects;
import io.tidemark.app.report.Decision;
import io.tidemark.app.scheduling.AdmissionReviewer;
import io.tidemark.app.scheduling.PlacementAnnotations;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.scheduling.PodExplainer;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.simulation.scenario.KubeObject;
import java.time.Duration;
import java.time.Instant;
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
  private final Recorder recorder = new Recorder();
  private final PodCreation creation;
  private final PodScheduling scheduling;
  private final PodExplainer explainer;

  SimulatedCluster(Environment environment, ClusterId id, Instant start) {
    this.environment = environment;
    this.clock = new SimulatedClock(start);
    ModuleBus bus = environment.bus();
    this.cluster = new EmbeddedCluster(id, environment.reader(), bus, clock::now, recorder);
    this.creation = new PodCreation(cluster.objects(), new AdmissionReviewer(bus, id));
    this.explainer = new PodExplainer(bus, id);
    this.scheduling =
        new PodScheduling(
            cluster,
            new Scheduler(bus, cluster, environment.annotations(), recorder::changed),
            environment.schedulerNames(),
            clock,
            book,
            recorder);
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
    recorder.takeRoomFreed();
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
    if (recorder.takeRoomFreed()) {
      scheduling.wakeUp();
      // Trying a pod gives up what it had reserved, which is no room for the others.
      recorder.takeRoomFreed();
    }
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
    }
  }

  void remove(ObjectKey key) {
    boolean there = cluster.objects().contains(key);
    cluster.objects().remove(key);
    if (there && key.kind().equals("Pod")) {
      book.of(new PodKey(key.namespace(), key.name()))
          .decide(Decision.DELETED, null, "was removed");
    }
  }

  void redeliver(PodKey key) {
    cluster.objects().redeliver(ObjectKey.pod(key));
  }

  /** Loses everything but the cluster's objects. */
  void restart() {
    environment.bus().forget(new Forget(cluster.id()));
    book.all().forEach(entry -> entry.reserve(null));
    cluster.list();
  }

  void advance(Duration by) {
    clock.advance(by);
    recorder.changed(environment.bus().expire(new Expire(cluster.id(), clock.now())));
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
    JsonNode object = entry == null ? null : entry.lastObject();
    if (entry == null || object == null) {
      return new PodAnswer.Unknown();
    }
    switch (entry.decision()) {
      case BOUND -> {
        return new PodAnswer.Settled("is bound to node " + entry.outcome().node());
      }
      case DENIED -> {
        return new PodAnswer.Settled("is refused at admission: " + entry.outcome().reason());
      }
      case DELETED -> {
        return new PodAnswer.Settled("is deleted");
      }
      default -> {
        return explainer.explain(environment.reader().pod(object).value(), now());
      }
    }
  }

  /** Reads a pod that may have come without identity. */
  PodRecord read(JsonNode pod) {
    if (pod.path("metadata").hasNonNull("uid")) {
      return environment.reader().pod(pod).value();
    }
    ObjectNode identified = pod.deepCopy();
    identified.withObject("/metadata").put("uid", "none");
    return environment.reader().pod(identified).value();
  }

  @Override
  public void close() {
    environment.bus().forget(new Forget(cluster.id()));
  }

  private boolean unbound(PodKey key) {
    ObjectNode pod = present(key);
    return pod != null && !PodObjects.isBound(pod);
  }

  private void seen(ObjectNode pod) {
    PodBook.Entry entry = book.of(PodObjects.key(pod));
    String node = PodObjects.nodeName(pod);
    entry.remember(pod);
    if (node.isEmpty()) {
      entry.decide(Decision.PENDING, null, "is not scheduled yet");
    } else {
      entry.decide(Decision.BOUND, node, null);
    }
  }
}
