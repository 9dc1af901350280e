package io.tidemark.app.simulation.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a kubelet would write into a pod's status. Each function takes the pod as it is and answers
 * the new status, which is the caller's to store; the pod is not changed.
 *
 * <p>Times are {@code now} in whole seconds, or the latest time that the pod's container statuses
 * show, where that is later: the clock of a node does not run backwards. A pod that has ended stays
 * as it is, except that {@link #finish} shows what it is told to.
 */
public final class VirtualKubelet {
  private static final String POD_COMPLETED = "PodCompleted";
  private static final String POD_FAILED = "PodFailed";
  private static final String CONTAINERS_NOT_READY = "ContainersNotReady";

  private VirtualKubelet() {}

  /**
   * The container runs, after all that comes before it: ordinary init containers ahead of it have
   * finished, sidecars ahead of it run. Other app containers wait unless they were started. One
   * that ran before starts once more.
   *
   * @throws UnknownContainerException where the spec has no such container
   */
  public static ObjectNode start(JsonNode pod, String container, Instant now)
      throws UnknownContainerException {
    StatusDraft draft = StatusDraft.of(pod, now);
    ContainerSlot slot = slot(pod, draft, container);
    if (draft.hasEnded()) {
      return draft.render();
    }
    int inInitRange = draft.initRange().indexOf(slot);
    draft.passInitUpTo(inInitRange < 0 ? draft.initRange().size() : inInitRange);
    slot.run(draft.at());
    if (slot.isOrdinaryInit()) {
      draft.outdateInitBehind(inInitRange);
    }
    return live(draft);
  }

  /**
   * The container ends. Nothing else of the status changes, phase and conditions neither.
   *
   * @throws UnknownContainerException where the spec has no such container
   */
  public static ObjectNode finish(JsonNode pod, String container, int exitCode, Instant now)
      throws UnknownContainerException {
    StatusDraft draft = StatusDraft.of(pod, now);
    slot(pod, draft, container).end(exitCode, draft.at());
    return draft.render();
  }

  /** All containers have ended well, and with them the pod. */
  public static ObjectNode succeed(JsonNode pod, Instant now) {
    StatusDraft draft = StatusDraft.of(pod, now);
    if (draft.hasEnded()) {
      return draft.render();
    }
    draft.passInitUpTo(draft.initRange().size());
    for (ContainerSlot slot : draft.all()) {
      if (!slot.isOrdinaryInit() && !slot.hasSucceededSince(null)) {
        slot.end(0, draft.at());
      }
    }
    draft.phase("Succeeded");
    draft.conditionsWithoutSandbox(POD_COMPLETED);
    return draft.render();
  }

  /** The pod has failed: what ran was killed, what was not reached never runs. */
  public static ObjectNode fail(JsonNode pod, Instant now) {
    StatusDraft draft = StatusDraft.of(pod, now);
    if (draft.hasEnded()) {
      return draft.render();
    }
    killRunning(draft);
    draft.phase("Failed");
    draft.conditionsWithoutSandbox(POD_FAILED);
    return draft.render();
  }

  /**
   * The statuses, one after another, of a pod whose sandbox is lost and built anew, which starts
   * all its containers over; a restart of all containers in place looks the same. First everything
   * is old, then the containers are seen dead, then the first init container waits and runs again
   * while entries of later ones are still those of the old sandbox, which end with code 0. The rest
   * of such a life is for {@link #start} and {@link #finish}. A pod without ordinary init
   * containers ends with its app containers running again.
   *
   * <p>An old entry that by its times could be a new one (its container started in the second of
   * the rebuild, or shows no time) is replaced by one that waits when the first init container
   * runs.
   */
  public static List<ObjectNode> sandbox(JsonNode pod, Instant now) {
    StatusDraft draft = StatusDraft.of(pod, now);
    if (draft.hasEnded()) {
      return List.of(draft.render());
    }
    List<ObjectNode> shown = new ArrayList<>();
    draft.conditionsWithoutSandbox(CONTAINERS_NOT_READY);
    show(shown, draft.render());
    killRunning(draft);
    show(shown, draft.render());
    ContainerSlot first = draft.firstOrdinaryInit();
    for (ContainerSlot slot : draft.all()) {
      if (slot == first || !slot.isOrdinaryInit()) {
        slot.await(draft.waitingReason());
      }
    }
    show(shown, live(draft));
    runAgain(draft, first, shown);
    return List.copyOf(shown);
  }

  private static void runAgain(
      StatusDraft draft, @Nullable ContainerSlot first, List<ObjectNode> shown) {
    if (first == null) {
      draft.passInitUpTo(draft.initRange().size());
      show(shown, live(draft));
      draft.apps().forEach(app -> app.run(draft.at()));
      show(shown, live(draft));
      return;
    }
    int index = draft.initRange().indexOf(first);
    draft.passInitUpTo(index);
    first.run(draft.at());
    draft.outdateInitBehind(index);
    show(shown, live(draft));
  }

  private static ObjectNode live(StatusDraft draft) {
    draft.showAll();
    draft.livePhase();
    draft.liveConditions();
    return draft.render();
  }

  private static void show(List<ObjectNode> shown, ObjectNode status) {
    if (shown.isEmpty() || !Objects.equals(shown.get(shown.size() - 1), status)) {
      shown.add(status);
    }
  }

  private static void killRunning(StatusDraft draft) {
    for (ContainerSlot slot : draft.all()) {
      if (slot.isRunning()) {
        slot.end(ContainerSlot.KILLED, draft.at());
      }
    }
  }

  private static ContainerSlot slot(JsonNode pod, StatusDraft draft, String container)
      throws UnknownContainerException {
    for (ContainerSlot slot : draft.all()) {
      if (slot.name().equals(container)) {
        return slot;
      }
    }
    JsonNode metadata = pod.path("metadata");
    throw new UnknownContainerException(
        metadata.path("namespace").asText("default") + "/" + metadata.path("name").asText(),
        container,
        draft.all().stream().map(ContainerSlot::name).toList());
  }
}
