package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The statuses that steps ask for, as docs/scenarios.md defines them: changes of a Pod object that
 * is written to its status subresource then.
 */
final class KubeletStatuses {
  private static final int KILLED = 137;

  private final ObjectNode pod;
  private final String now;
  private final List<Slot> inits = new ArrayList<>();
  private final List<Slot> apps = new ArrayList<>();

  /** A container and its status entry. */
  private record Slot(String name, boolean ordinaryInit, ObjectNode entry) {
    boolean runs() {
      return entry.path("state").has("running");
    }

    boolean succeeded() {
      JsonNode end = entry.path("state").path("terminated");
      return end.isObject() && end.path("exitCode").asInt() == 0;
    }
  }

  private KubeletStatuses(ObjectNode pod, Instant now) {
    this.pod = pod;
    this.now = now.truncatedTo(ChronoUnit.SECONDS).toString();
    slots("initContainers", "initContainerStatuses", inits);
    slots("containers", "containerStatuses", apps);
  }

  private void slots(String specs, String field, List<Slot> into) {
    ArrayNode entries = pod.withObject("/status").withArray("/" + field);
    for (JsonNode container : pod.path("spec").path(specs)) {
      String name = container.path("name").asText();
      ObjectNode entry = null;
      for (JsonNode each : entries) {
        if (each.path("name").asText().equals(name)) {
          entry = (ObjectNode) each;
        }
      }
      if (entry == null) {
        entry = entries.addObject().put("name", name);
        entry.put("image", container.path("image").asText()).put("imageID", "");
        entry.put("ready", false).put("restartCount", 0);
        entry.putObject("state").putObject("waiting").put("reason", "PodInitializing");
      }
      boolean sidecar = container.path("restartPolicy").asText().equals("Always");
      into.add(new Slot(name, specs.equals("initContainers") && !sidecar, entry));
    }
  }

  /** The container runs, after what comes before it. */
  static void start(ObjectNode pod, String container, Instant now) {
    KubeletStatuses statuses = new KubeletStatuses(pod, now);
    statuses.pass(container);
    Slot slot = statuses.slot(container);
    statuses.run(slot);
    if (slot.ordinaryInit()) {
      statuses.inits.stream()
          .skip(statuses.inits.indexOf(slot) + 1L)
          .filter(Slot::ordinaryInit)
          .forEach(later -> statuses.await(later, "PodInitializing"));
    }
    statuses.live();
  }

  /** Whether it is an init container with another one ahead that has not finished. */
  static boolean isOutOfTurn(ObjectNode pod, String container) {
    KubeletStatuses statuses = new KubeletStatuses(pod.deepCopy(), Instant.EPOCH);
    Slot slot = statuses.slot(container);
    return slot.ordinaryInit()
        && statuses.inits.stream()
            .limit(statuses.inits.indexOf(slot))
            .anyMatch(before -> before.ordinaryInit() && !before.succeeded());
  }

  /** The container's state alone. */
  static void finish(ObjectNode pod, String container, int exitCode, Instant now) {
    KubeletStatuses statuses = new KubeletStatuses(pod, now);
    statuses.end(statuses.slot(container), exitCode);
  }

  /** All have ended well, and with them the pod. */
  static void succeed(ObjectNode pod, Instant now) {
    KubeletStatuses statuses = new KubeletStatuses(pod, now);
    statuses.pass("");
    statuses.all().stream()
        .filter(slot -> !slot.ordinaryInit() && !slot.succeeded())
        .forEach(slot -> statuses.end(slot, 0));
    statuses.phase("Succeeded");
  }

  /** What ran was killed. */
  static void fail(ObjectNode pod, Instant now) {
    KubeletStatuses statuses = new KubeletStatuses(pod, now);
    statuses.killRunning();
    statuses.phase("Failed");
  }

  /** First of a rebuilt sandbox: all are dead. */
  static void loseSandbox(ObjectNode pod, Instant now) {
    KubeletStatuses statuses = new KubeletStatuses(pod, now);
    statuses.condition("PodReadyToStartContainers", false);
    statuses.killRunning();
  }

  /** Then the first init container runs again, beside the old entries of later ones. */
  static void rebuildSandbox(ObjectNode pod, Instant now) {
    KubeletStatuses statuses = new KubeletStatuses(pod, now);
    Slot first = statuses.inits.stream().filter(Slot::ordinaryInit).findFirst().orElse(null);
    statuses.all().stream()
        .filter(slot -> !slot.ordinaryInit())
        .forEach(slot -> statuses.await(slot, "PodInitializing"));
    if (first == null) {
      statuses.pass("");
      statuses.apps.forEach(statuses::run);
    } else {
      statuses.pass(first.name());
      statuses.run(first);
    }
    statuses.live();
  }

  private List<Slot> all() {
    List<Slot> all = new ArrayList<>(inits);
    all.addAll(apps);
    return all;
  }

  private Slot slot(String name) {
    return all().stream().filter(slot -> slot.name().equals(name)).findFirst().orElseThrow();
  }

  /** Init containers ahead of a container have finished, sidecars run; of none: all. */
  private void pass(String container) {
    for (Slot slot : inits) {
      if (slot.name().equals(container)) {
        return;
      }
      if (slot.ordinaryInit() && !slot.succeeded()) {
        end(slot, 0);
      } else if (!slot.ordinaryInit() && !slot.runs()) {
        run(slot);
      }
    }
  }

  private void run(Slot slot) {
    if (slot.runs()) {
      return;
    }
    if (slot.entry().path("state").has("terminated")) {
      keepLast(slot);
    }
    ObjectNode state = slot.entry().putObject("state");
    state.putObject("running").put("startedAt", now);
    slot.entry().put("ready", !slot.ordinaryInit());
  }

  private void end(Slot slot, int exitCode) {
    String since = slot.entry().path("state").path("running").path("startedAt").asText(now);
    ObjectNode end = slot.entry().putObject("state").putObject("terminated");
    end.put("exitCode", exitCode).put("reason", exitCode == 0 ? "Completed" : "Error");
    end.put("startedAt", since).put("finishedAt", now);
    slot.entry().put("ready", slot.ordinaryInit() && exitCode == 0);
  }

  private void await(Slot slot, String reason) {
    if (slot.entry().path("state").has("terminated")) {
      keepLast(slot);
    }
    slot.entry().putObject("state").putObject("waiting").put("reason", reason);
    slot.entry().put("ready", false);
  }

  private void keepLast(Slot slot) {
    slot.entry().set("lastState", slot.entry().path("state").deepCopy());
    slot.entry().put("restartCount", slot.entry().path("restartCount").asInt() + 1);
  }

  private void killRunning() {
    all().stream().filter(Slot::runs).forEach(slot -> end(slot, KILLED));
  }

  /** Phase and conditions of a pod that goes on. */
  private void live() {
    boolean initialized =
        inits.stream().allMatch(slot -> slot.ordinaryInit() ? slot.succeeded() : slot.runs());
    phase(initialized ? "Running" : "Pending");
    condition("Initialized", initialized);
    condition("PodReadyToStartContainers", true);
  }

  private void phase(String phase) {
    pod.withObject("/status").put("phase", phase);
  }

  private void condition(String type, boolean holds) {
    ArrayNode conditions = pod.withObject("/status").withArray("/conditions");
    ObjectNode condition = null;
    for (JsonNode each : conditions) {
      if (each.path("type").asText().equals(type)) {
        condition = (ObjectNode) each;
      }
    }
    if (condition == null) {
      condition = conditions.addObject().put("type", type);
    }
    condition.put("status", holds ? "True" : "False").put("lastTransitionTime", now);
  }
}
