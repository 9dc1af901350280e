package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.cluster.embedded.ObjectStore;
import io.tidemark.app.cluster.embedded.ObjectTime;
import io.tidemark.app.scheduling.AdmissionReviewer;
import java.time.Instant;

/** What an API server does with a pod that a user creates: defaults, admission, and storing it. */
final class PodCreation {
  private static final String USER = "simulated-user";

  /** What became of the request. */
  sealed interface Outcome {
    record Created(ObjectNode pod) implements Outcome {}

    record Denied(String reason, JsonNode pod) implements Outcome {}
  }

  private final ObjectStore objects;
  private final AdmissionReviewer reviewer;
  private final PriorityClasses priorities;

  PodCreation(ObjectStore objects, AdmissionReviewer reviewer) {
    this.objects = objects;
    this.reviewer = reviewer;
    this.priorities = new PriorityClasses(objects);
  }

  /**
   * @param document as the user wrote it; what an API server would not take from a user (UID,
   *     status, versions) is dropped
   */
  Outcome create(PodKey key, JsonNode document, Instant at) {
    ObjectNode pod = request(key, document, at);
    PriorityClasses.Resolution priority = priorities.resolve(pod);
    if (priority instanceof PriorityClasses.Resolution.Unknown unknown) {
      return new Outcome.Denied("no PriorityClass " + unknown.name() + " is known", pod);
    }
    prioritize(pod.withObject("/spec"), (PriorityClasses.Resolution.Known) priority);
    Verdict verdict = reviewer.create(key.namespace(), pod, USER, at);
    if (verdict instanceof Verdict.Denied denied) {
      return new Outcome.Denied(denied.reason(), pod);
    }
    if (pod.path("spec").path("containers").isEmpty()) {
      return new Outcome.Denied("pod has no containers", pod);
    }
    JsonNode admitted =
        verdict instanceof Verdict.Allowed allowed ? AdmissionReviewer.patched(pod, allowed) : pod;
    return new Outcome.Created(objects.apply(admitted));
  }

  private static void prioritize(ObjectNode spec, PriorityClasses.Resolution.Known priority) {
    spec.put("priority", priority.value());
    if (!priority.className().isEmpty()) {
      spec.put("priorityClassName", priority.className());
    }
  }

  private ObjectNode request(PodKey key, JsonNode document, Instant at) {
    ObjectNode pod = document.deepCopy();
    ObjectNode metadata = pod.withObject("/metadata");
    metadata.put("namespace", key.namespace()).put("name", key.name());
    metadata.remove("resourceVersion");
    metadata.put("uid", objects.newUid());
    metadata.put("creationTimestamp", ObjectTime.text(at));
    ObjectNode spec = pod.withObject("/spec");
    if (spec.path("schedulerName").asText("").isEmpty()) {
      spec.put("schedulerName", "default-scheduler");
    }
    pod.putObject("status").put("phase", "Pending");
    return pod;
  }
}
