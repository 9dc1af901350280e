package io.tidemark.app.simulation.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.ContainerKind;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One container of the spec and the entry that the status has for it. Mutable. */
final class ContainerSlot {
  /** What a container exits with that was killed. */
  static final int KILLED = 137;

  private static final String OOM_KILLED = "OOMKilled";

  private final String name;
  private final ContainerKind kind;
  private final String image;
  private @Nullable ObjectNode entry;

  /**
   * @param entry owned by this slot from here on; null where the status has none
   */
  ContainerSlot(String name, ContainerKind kind, String image, @Nullable ObjectNode entry) {
    this.name = name;
    this.kind = kind;
    this.image = image;
    this.entry = entry;
  }

  String name() {
    return name;
  }

  ContainerKind kind() {
    return kind;
  }

  @Nullable ObjectNode entry() {
    return entry;
  }

  boolean isOrdinaryInit() {
    return kind == ContainerKind.INIT;
  }

  boolean isRunning() {
    return state().path("running").isObject();
  }

  boolean isTerminated() {
    return state().path("terminated").isObject();
  }

  boolean isReady() {
    return entry != null && entry.path("ready").asBoolean(false);
  }

  /** Whether it runs, or did at some time that the entry still knows. */
  boolean hasStarted() {
    return isRunning() || previousRun() != null;
  }

  @Nullable Instant startedAt() {
    return Stream.of("running", "terminated")
        .map(word -> KubeletTime.read(state().path(word).path("startedAt")))
        .filter(time -> time != null)
        .findFirst()
        .orElse(null);
  }

  @Nullable Instant finishedAt() {
    return KubeletTime.read(state().path("terminated").path("finishedAt"));
  }

  /** The latest time that the state shows; null where it shows none. */
  @Nullable Instant latestTime() {
    Instant finished = finishedAt();
    return finished == null ? startedAt() : finished;
  }

  /**
   * Whether the container has done its work in the sandbox of today.
   *
   * @param before when the init container ahead of it finished; one that started earlier is left
   *     over from an older sandbox
   */
  boolean hasSucceededSince(@Nullable Instant before) {
    JsonNode terminated = state().path("terminated");
    Instant started = startedAt();
    boolean leftOver = before != null && started != null && started.isBefore(before);
    return isTerminated()
        && terminated.path("exitCode").asInt() == 0
        && !terminated.path("reason").asText().equals(OOM_KILLED)
        && !leftOver;
  }

  /** Starts the container, once more where it has run before; nothing where it is running. */
  void run(Instant at) {
    if (isRunning()) {
      return;
    }
    ObjectNode running = JsonNodeFactory.instance.objectNode();
    running.put("startedAt", KubeletTime.text(at));
    int restarts = restartCount() + (previousRun() == null ? 0 : 1);
    show("running", running, kind != ContainerKind.INIT, true, restarts);
  }

  /** Ends the container, after a run of no length where it is not running. */
  void end(int exitCode, Instant at) {
    run(at);
    Instant started = startedAt();
    ObjectNode terminated = JsonNodeFactory.instance.objectNode();
    terminated.put("exitCode", exitCode);
    terminated.put("reason", exitCode == 0 ? "Completed" : "Error");
    if (started != null) {
      terminated.put("startedAt", KubeletTime.text(started));
    }
    terminated.put("finishedAt", KubeletTime.text(at));
    show("terminated", terminated, isOrdinaryInit() && exitCode == 0, false, restartCount());
  }

  /** Lets the container wait for its turn; an earlier run goes to the last state. */
  void await(String reason) {
    if (state().path("waiting").isObject()) {
      return;
    }
    ObjectNode waiting = JsonNodeFactory.instance.objectNode();
    waiting.put("reason", reason);
    show("waiting", waiting, false, false, restartCount());
  }

  /** The terminated state of the last run that is over; null where none is known. */
  private @Nullable JsonNode previousRun() {
    return Stream.of(state().path("terminated"), lastState().path("terminated"))
        .filter(JsonNode::isObject)
        .findFirst()
        .orElse(null);
  }

  private void show(
      String state, ObjectNode content, boolean ready, boolean started, int restartCount) {
    JsonNode lastRun = previousRun();
    ObjectNode shown = entry == null ? JsonNodeFactory.instance.objectNode() : entry;
    shown.put("name", name);
    if (!shown.hasNonNull("image")) {
      shown.put("image", image);
    }
    if (!shown.hasNonNull("imageID")) {
      shown.put("imageID", "");
    }
    ObjectNode lastState = JsonNodeFactory.instance.objectNode();
    if (lastRun != null) {
      lastState.set("terminated", lastRun);
    }
    shown.put("ready", ready);
    shown.put("started", started);
    shown.put("restartCount", restartCount);
    shown.set("state", JsonNodeFactory.instance.objectNode().set(state, content));
    shown.set("lastState", lastState);
    entry = shown;
  }

  private int restartCount() {
    return entry == null ? 0 : entry.path("restartCount").asInt(0);
  }

  private JsonNode state() {
    return field("state");
  }

  private JsonNode lastState() {
    return field("lastState");
  }

  private JsonNode field(String field) {
    return entry == null ? JsonNodeFactory.instance.missingNode() : entry.path(field);
  }
}
