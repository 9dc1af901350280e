package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A pod that its kubelet admitted, with what it holds. Confined to the lane of its node. */
final class LivePod {
  private final Pod pod;
  private final PodRun run;
  private final PodStatuses statuses;
  private final PodScript script;
  private final Map<String, List<Grant>> grants;
  private @Nullable String reason;
  private @Nullable PodStatus written;
  private @Nullable Instant wake;
  private boolean terminating;

  LivePod(
      Pod pod,
      List<ContainerSpec> containers,
      PodScript script,
      Map<String, List<Grant>> grants,
      Instant now) {
    this.pod = pod;
    this.script = script;
    this.run = new PodRun(containers, pod.getSpec().getRestartPolicy(), script);
    this.statuses = new PodStatuses(now);
    this.grants = grants;
  }

  /** The pod as it was admitted. */
  Pod pod() {
    return pod;
  }

  String uid() {
    return pod.getMetadata().getUid();
  }

  PodRun run() {
    return run;
  }

  PodScript script() {
    return script;
  }

  /** Ends the pod for a reason of the node's. */
  void evict(String why, Instant now) {
    run.terminate(now);
    reason = why;
  }

  /** Notes that the pod is deleted; true the first time. */
  boolean startTerminating() {
    boolean first = !terminating;
    terminating = true;
    return first;
  }

  /** Notes the next time at which something happens by itself; false where it is known already. */
  boolean wakeAt(Instant next) {
    boolean isNew = !next.equals(wake);
    wake = next;
    return isNew;
  }

  /** What running containers hold. */
  Map<CardLoad.Holder, List<Grant>> holdings() {
    Map<CardLoad.Holder, List<Grant>> holdings = new HashMap<>();
    run.running()
        .map(container -> container.spec().name())
        .filter(grants::containsKey)
        .forEach(
            name ->
                holdings.put(
                    new CardLoad.Holder(DevicePlugin.nameOf(pod), uid(), name),
                    grants.getOrDefault(name, List.of())));
    return holdings;
  }

  /** The status to write; null where the API server has it already. */
  @Nullable PodStatus unwritten(Instant now) {
    PodStatus status = statuses.of(run, reason, now);
    return status.equals(written) ? null : status;
  }

  /** The API server has this status. */
  void wrote(PodStatus status) {
    written = status;
  }
}
