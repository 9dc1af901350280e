package io.tidemark.app.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import io.tidemark.app.inspect.ClusterState.Seen;
import io.tidemark.app.report.FindingCode;
import io.tidemark.app.scheduling.binding.LockText;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Node locks that nobody will release (protocol, section 1.9). */
final class LockFindings {
  /** After which HAMi takes a lock over by force. */
  private static final Duration LIFE = Duration.ofMinutes(5);

  private static final String FIELD = "metadata.annotations[" + ObservedNode.LOCK_KEY + "]";
  private static final String TAKEN_OVER = "taken over by the next bind on that node";

  private final Function<PodKey, @Nullable ObservedPod> pods;
  private final Instant at;
  private final Findings findings;

  LockFindings(Function<PodKey, @Nullable ObservedPod> pods, Instant at, Findings findings) {
    this.pods = pods;
    this.at = at;
    this.findings = findings;
  }

  void of(Seen<NodeRecord> seen) {
    JsonNode annotations = seen.object().path("metadata").path("annotations");
    String text = annotations.path(ObservedNode.LOCK_KEY).asText("");
    String node = seen.record().name();
    LockText lock = LockText.read(text);
    if (lock instanceof LockText.Unreadable) {
      add(
          FindingCode.LOCK_UNREADABLE,
          node,
          "\"" + text + "\" cannot be read; HAMi binds nothing there any more, for ever",
          TAKEN_OVER);
    } else if (lock instanceof LockText.Bare bare && old(bare.since())) {
      add(
          FindingCode.LOCK_STALE,
          node,
          "has stood since " + bare.since() + " and names no owner",
          TAKEN_OVER);
    } else if (lock instanceof LockText.Owned owned) {
      owned(node, owned.owner(), owned.since());
    }
  }

  private void owned(String node, PodKey owner, Instant since) {
    ObservedPod pod = pods.apply(owner);
    boolean old = old(since);
    String idle = pod == null ? "is gone" : idle(pod, node, old);
    if (!idle.isEmpty()) {
      add(
          FindingCode.LOCK_STALE,
          node,
          "held since " + since + " for Pod " + owner + ", which " + idle,
          TAKEN_OVER);
    } else if (old) {
      add(
          FindingCode.HANDOVER_STUCK,
          node,
          "held since "
              + since
              + " for Pod "
              + owner
              + ", which still waits for its devices; HAMi passes the lock on all the same, and"
              + " the two pods may get each other's devices",
          "no other pod is bound there until this one has its devices, or is gone");
    }
  }

  /** Why the pod does not need the lock any more; empty where it may. */
  private static String idle(ObservedPod pod, String node, boolean old) {
    if (pod.pod().status().terminal()) {
      return "has ended";
    }
    String boundTo = pod.pod().nodeName();
    if (boundTo == null) {
      return old ? "has no node" : "";
    }
    if (!boundTo.equals(node)) {
      return "runs on " + boundTo;
    }
    return pod.awaitsDevices() ? "" : "has its devices";
  }

  private void add(FindingCode code, String node, String found, String expected) {
    findings.add(
        code,
        "Node " + node,
        FIELD,
        found,
        expected,
        code == FindingCode.HANDOVER_STUCK
            ? "see the log of the node's device plugin, or delete the pod"
            : "for HAMi, remove the annotation; with Tidemark nothing");
  }

  private boolean old(Instant since) {
    return Duration.between(since, at).compareTo(LIFE) > 0;
  }
}
