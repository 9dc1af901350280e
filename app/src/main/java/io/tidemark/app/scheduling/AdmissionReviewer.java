package io.tidemark.app.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.admission.JsonPatch;
import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.bus.AdmissionMessages.Review;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.app.bus.ModuleBus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reviews pods of one cluster as its API server would ask the webhook to. Changes nothing. */
public final class AdmissionReviewer {
  private final ModuleBus bus;
  private final ClusterId cluster;

  public AdmissionReviewer(ModuleBus bus, ClusterId cluster) {
    this.bus = bus;
    this.cluster = cluster;
  }

  /** The verdict on a pod that is about to be created. */
  public Verdict create(String namespace, JsonNode pod, String user, Instant at) {
    return review(Operation.CREATE, namespace, "", pod, null, user, at);
  }

  /**
   * The verdict on a request.
   *
   * @param namespace of the request; the object itself may name none
   * @param subresource empty for the pod itself
   * @param object as the request has it; a JSON null where it has none
   * @param oldObject what it was; null where the request does not say
   */
  public Verdict review(
      Operation operation,
      String namespace,
      String subresource,
      JsonNode object,
      @Nullable JsonNode oldObject,
      String user,
      Instant at) {
    return bus.review(
        new Review(
            cluster,
            at,
            operation,
            namespace,
            subresource,
            object,
            oldObject,
            user,
            bus.snapshot(new TakeSnapshot(cluster, at)).namespace(namespace)));
  }

  /** The pod with the verdict's patch applied. */
  public static JsonNode patched(JsonNode pod, Verdict.Allowed verdict) {
    return JsonPatch.apply(pod, verdict.patch());
  }
}
