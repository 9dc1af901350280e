package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One step of a Scenario; the meaning of each is fixed by docs/scenarios.md. */
public sealed interface Step {
  /**
   * Where a step stands.
   *
   * @param index its number in the Scenario, from 1
   * @param place file and line, for messages
   * @param word the step's name in the file, for instance {@code create}
   * @param label the step in a few words, for instance {@code finish team-a/train prepare}
   */
  record At(int index, String place, String word, String label) {}

  At at();

  /** Whether it does something to the cluster, and does not only expect something of it. */
  default boolean acts() {
    return !at().word().equals("expect");
  }

  /**
   * @param document the Pod document to submit
   * @param as the names to submit it under, one after another; at least one
   */
  record Create(At at, PodKey document, List<PodKey> as) implements Step {
    public Create {
      as = List.copyOf(as);
    }
  }

  record Retry(At at, PodKey pod) implements Step {}

  record Filter(At at, PodKey pod) implements Step {}

  record Bind(At at, PodKey pod) implements Step {}

  record Start(At at, PodKey pod, String container) implements Step {}

  record Finish(At at, PodKey pod, String container, int exitCode) implements Step {}

  record Succeed(At at, PodKey pod) implements Step {}

  record Fail(At at, PodKey pod) implements Step {}

  record Sandbox(At at, PodKey pod) implements Step {}

  record Status(At at, PodKey pod, JsonNode status) implements Step {}

  record Apply(At at, KubeObject object) implements Step {}

  record Remove(At at, String kind, String namespace, String name) implements Step {}

  record Redeliver(At at, PodKey pod) implements Step {}

  record Restart(At at) implements Step {}

  record Advance(At at, Duration by) implements Step {}

  /**
   * What must hold of a pod.
   *
   * @param decision one of the words of {@link io.tidemark.app.report.Decision}
   * @param allocation annotation text by family word; the empty word where the file gives one text
   *     without a word
   * @param devices uuids over all families
   */
  record ExpectPod(
      At at,
      PodKey pod,
      @Nullable String decision,
      @Nullable String node,
      @Nullable String reason,
      @Nullable Map<String, String> allocation,
      @Nullable Set<String> devices,
      @Nullable String wouldFitAfter)
      implements Step {}

  record ExpectDevice(
      At at,
      String node,
      String device,
      @Nullable Long memory,
      @Nullable Long cores,
      @Nullable Long slots,
      @Nullable Boolean overcommitted)
      implements Step {}

  /**
   * @param limit null where not expected; {@link Limit#NONE} where there must be none
   */
  record ExpectNamespace(
      At at, String namespace, String resource, @Nullable Long used, @Nullable Limit limit)
      implements Step {}

  record ExpectQuota(
      At at,
      String namespace,
      String quota,
      String resource,
      @Nullable Long used,
      @Nullable Limit limit)
      implements Step {}

  record ExpectLedgerClean(At at) implements Step {}

  /**
   * An expected limit.
   *
   * @param value null for {@code none}
   */
  record Limit(@Nullable Long value) {
    public static final Limit NONE = new Limit(null);
  }
}
