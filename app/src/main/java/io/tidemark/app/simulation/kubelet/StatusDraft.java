package io.tidemark.app.simulation.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.ContainerKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod's status that is being worked on: an entry for each container of the spec, matched by name,
 * and all else as it was. Mutable.
 */
final class StatusDraft {
  private static final String POD_INITIALIZING = "PodInitializing";

  private static final String INIT_STATUSES = "initContainerStatuses";
  private static final String APP_STATUSES = "containerStatuses";

  private final List<ContainerSlot> initRange;
  private final List<ContainerSlot> apps;
  private final ObjectNode status;
  private final Instant at;

  private StatusDraft(
      List<ContainerSlot> initRange, List<ContainerSlot> apps, ObjectNode status, Instant now) {
    this.initRange = initRange;
    this.apps = apps;
    this.status = status;
    this.at = neverBackwards(now);
  }

  static StatusDraft of(JsonNode pod, Instant now) {
    JsonNode spec = pod.path("spec");
    ObjectNode status =
        pod.path("status") instanceof ObjectNode given
            ? given.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    return new StatusDraft(
        slots(spec.path("initContainers"), true, status.path(INIT_STATUSES)),
        slots(spec.path("containers"), false, status.path(APP_STATUSES)),
        status,
        now);
  }

  private static List<ContainerSlot> slots(JsonNode containers, boolean init, JsonNode entries) {
    Map<String, ObjectNode> byName = new HashMap<>();
    for (JsonNode entry : entries) {
      if (entry instanceof ObjectNode object) {
        byName.put(entry.path("name").asText(), object);
      }
    }
    List<ContainerSlot> slots = new ArrayList<>();
    for (JsonNode container : containers) {
      boolean sidecar = container.path("restartPolicy").asText().equals("Always");
      ContainerKind kind =
          !init ? ContainerKind.APP : sidecar ? ContainerKind.SIDECAR : ContainerKind.INIT;
      String name = container.path("name").asText();
      String image = container.path("image").asText();
      slots.add(new ContainerSlot(name, kind, image, byName.get(name)));
    }
    return Collections.unmodifiableList(slots);
  }

  /** A pod of a file may have a history that is newer than the simulation's clock. */
  private Instant neverBackwards(Instant now) {
    Instant latest = KubeletTime.wholeSeconds(now);
    for (ContainerSlot slot : all()) {
      Instant time = slot.latestTime();
      if (time != null && time.isAfter(latest)) {
        latest = time;
      }
    }
    return latest;
  }

  /** The time of the changes: now, or the latest time of the status where that is later. */
  Instant at() {
    return at;
  }

  /** Sidecars and ordinary init containers in spec order. */
  List<ContainerSlot> initRange() {
    return initRange;
  }

  List<ContainerSlot> apps() {
    return apps;
  }

  List<ContainerSlot> all() {
    List<ContainerSlot> all = new ArrayList<>(initRange);
    all.addAll(apps);
    return all;
  }

  /** The first ordinary init container; null where the pod has none. */
  @Nullable ContainerSlot firstOrdinaryInit() {
    return initRange.stream().filter(ContainerSlot::isOrdinaryInit).findFirst().orElse(null);
  }

  boolean hasEnded() {
    return Set.of("Succeeded", "Failed").contains(status.path("phase").asText());
  }

  /**
   * What happened before the init container of an index: the ordinary ones ahead have finished, the
   * sidecars ahead run.
   */
  void passInitUpTo(int end) {
    Instant aheadFinished = null;
    for (ContainerSlot slot : initRange.subList(0, end)) {
      if (!slot.isOrdinaryInit()) {
        slot.run(at);
        continue;
      }
      if (!slot.hasSucceededSince(aheadFinished)) {
        slot.end(0, at);
      }
      aheadFinished = slot.finishedAt();
    }
  }

  /**
   * Makes sure that no ordinary init container behind an index counts as running or finished in
   * today's sandbox. An entry that its times show to be older than the run ahead of it stays.
   */
  void outdateInitBehind(int index) {
    for (ContainerSlot later : initRange.subList(index + 1, initRange.size())) {
      if (!later.isOrdinaryInit()) {
        continue;
      }
      if (later.isRunning()) {
        later.end(ContainerSlot.KILLED, at);
      }
      Instant started = later.startedAt();
      boolean seenToBeOld = started != null && started.isBefore(at);
      if (later.isTerminated() && !seenToBeOld) {
        later.await(POD_INITIALIZING);
      }
    }
  }

  /** Gives every container that has no entry one that waits. */
  void showAll() {
    String reason = waitingReason();
    all().stream().filter(slot -> slot.entry() == null).forEach(slot -> slot.await(reason));
  }

  /** Why a container waits that was not reached yet. */
  String waitingReason() {
    return initRange.isEmpty() ? "ContainerCreating" : POD_INITIALIZING;
  }

  void phase(String phase) {
    status.put("phase", phase);
  }

  /** Pending until an app container has started for the first time. */
  void livePhase() {
    phase(anyAppHasStarted() ? "Running" : "Pending");
  }

  boolean anyAppHasStarted() {
    return apps.stream().anyMatch(ContainerSlot::hasStarted);
  }

  /** The conditions of a pod that has a sandbox. */
  void liveConditions() {
    PodConditions conditions = conditions();
    conditions.yes(PodConditions.SANDBOX);
    initialized(conditions);
    List<String> unready = unready();
    if (unready.isEmpty()) {
      conditions.yes(PodConditions.READY);
      conditions.yes(PodConditions.CONTAINERS_READY);
    } else {
      String message = "containers with unready status: [" + String.join(" ", unready) + "]";
      conditions.no(PodConditions.READY, "ContainersNotReady", message);
      conditions.no(PodConditions.CONTAINERS_READY, "ContainersNotReady", message);
    }
    conditions.yes(PodConditions.SCHEDULED);
    conditions.over(PodConditions.ALL_RESTARTING);
    status.set("conditions", conditions.json());
    if (!status.hasNonNull("startTime")) {
      status.put("startTime", KubeletTime.text(at));
    }
  }

  /** The conditions of a pod whose sandbox is gone, with the reason why it is not ready. */
  void conditionsWithoutSandbox(String reason) {
    PodConditions conditions = conditions();
    conditions.no(PodConditions.SANDBOX, "", "");
    initialized(conditions);
    conditions.no(PodConditions.READY, reason, "");
    conditions.no(PodConditions.CONTAINERS_READY, reason, "");
    conditions.yes(PodConditions.SCHEDULED);
    conditions.over(PodConditions.ALL_RESTARTING);
    status.set("conditions", conditions.json());
  }

  private PodConditions conditions() {
    return new PodConditions(status.path("conditions"), at);
  }

  /** A pod that had an app container running counts as initialised from then on. */
  private void initialized(PodConditions conditions) {
    List<String> incomplete =
        initRange.stream()
            .filter(
                slot -> !slot.isReady() && !(slot.isOrdinaryInit() && slot.hasSucceededSince(null)))
            .map(ContainerSlot::name)
            .toList();
    if (incomplete.isEmpty() || anyAppHasStarted()) {
      conditions.yes(PodConditions.INITIALIZED);
    } else {
      conditions.no(
          PodConditions.INITIALIZED,
          "ContainersNotInitialized",
          "containers with incomplete status: [" + String.join(" ", incomplete) + "]");
    }
  }

  private List<String> unready() {
    return all().stream()
        .filter(slot -> !slot.isOrdinaryInit() && !slot.isReady())
        .map(ContainerSlot::name)
        .toList();
  }

  /** The status as it is now; what is done to the draft afterwards does not change it. */
  ObjectNode render() {
    entries(INIT_STATUSES, initRange);
    entries(APP_STATUSES, apps);
    return status.deepCopy();
  }

  private void entries(String field, List<ContainerSlot> slots) {
    ArrayNode entries = JsonNodeFactory.instance.arrayNode();
    for (ContainerSlot slot : slots) {
      ObjectNode entry = slot.entry();
      if (entry != null) {
        entries.add(entry.deepCopy());
      }
    }
    if (entries.isEmpty()) {
      status.remove(field);
    } else {
      status.set(field, entries);
    }
  }
}
