package io.tidemark.api.bus;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages to admission. */
public final class AdmissionMessages {
  private AdmissionMessages() {}

  /** The operation of an AdmissionReview. */
  public enum Operation {
    CREATE,
    UPDATE,
    DELETE,
    CONNECT
  }

  /**
   * One review.
   *
   * @param namespace of the request; the object itself may name none
   * @param subresource empty for the pod itself
   * @param pod the object as it came; never changed
   * @param oldPod what it was, for an update
   * @param user who asks, for rules that depend on it
   * @param quotas the namespace's usage and quotas
   */
  public record Review(
      ClusterId cluster,
      Instant at,
      Operation operation,
      String namespace,
      String subresource,
      JsonNode pod,
      @Nullable JsonNode oldPod,
      String user,
      NamespaceSnapshot quotas) {}

  /** What to answer. */
  public sealed interface Verdict {
    /** Not a pod of ours; nothing is looked at. */
    record NotOurs(String reason) implements Verdict {}

    /**
     * May be created.
     *
     * @param patch RFC 6902 operations against the object as it came; empty where it is in normal
     *     form already
     */
    record Allowed(List<PatchOperation> patch) implements Verdict {
      public Allowed {
        patch = List.copyOf(patch);
      }
    }

    /**
     * May not be created.
     *
     * @param code HTTP status: 400 for an object that cannot be read, 403 for a refusal
     */
    record Denied(int code, String reason) implements Verdict {}
  }

  /**
   * One operation of a JSON patch (RFC 6902).
   *
   * @param op {@code add} or {@code replace}
   * @param path JSON pointer
   */
  public record PatchOperation(String op, String path, JsonNode value) {}
}
