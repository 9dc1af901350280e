package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import io.tidemark.api.bus.AdmissionMessages.Review;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds and reviews one creation of a pod in namespace {@code team-a}. */
final class Reviews {
  static final AdmissionSettings DEFAULTS =
      new AdmissionSettings(List.of("tidemark-scheduler", "hami-scheduler"), true, QuotaMode.DENY);

  private final JsonNode pod;
  private final List<QuotaSnapshot> quotas = new ArrayList<>();
  private DeviceFamilies families = Families.BUNDLED;
  private AdmissionSettings settings = DEFAULTS;
  private Operation operation = Operation.CREATE;
  private String subresource = "";

  private Reviews(JsonNode pod) {
    this.pod = pod;
  }

  static Reviews of(JsonNode pod) {
    return new Reviews(pod);
  }

  static Reviews of(Pods pod) {
    return of(pod.json());
  }

  /** Of a pod that has its scheduler already. */
  static Reviews scheduled(Pods pod) {
    ObjectNode json = pod.json();
    json.withObject("/spec").put("schedulerName", "tidemark-scheduler");
    return of(json);
  }

  Reviews families(DeviceFamilies value) {
    families = value;
    return this;
  }

  Reviews settings(AdmissionSettings value) {
    settings = value;
    return this;
  }

  Reviews waiting() {
    return settings(new AdmissionSettings(DEFAULTS.schedulerNames(), true, QuotaMode.WAIT));
  }

  Reviews operation(Operation value) {
    operation = value;
    return this;
  }

  Reviews subresource(String value) {
    subresource = value;
    return this;
  }

  /** A quota of which the namespace's pods use that much of NVIDIA. */
  Reviews quota(Quotas quota, NamespaceAmount used) {
    quotas.add(new QuotaSnapshot(quota.read(), Map.of("NVIDIA", used)));
    return this;
  }

  Reviews quota(Quotas quota) {
    return quota(quota, NamespaceAmount.ZERO);
  }

  Verdict verdict() {
    return new Admission(families, settings)
        .review(
            new Review(
                ClusterId.LIVE,
                Instant.EPOCH,
                operation,
                "team-a",
                subresource,
                pod,
                null,
                "alice",
                new NamespaceSnapshot("team-a", Map.of(), quotas)));
  }

  /** In short: {@code not ours: why}, {@code denied 403: why}, or one line per operation. */
  String summary() {
    Verdict verdict = verdict();
    if (verdict instanceof Verdict.NotOurs notOurs) {
      return "not ours: " + notOurs.reason();
    }
    if (verdict instanceof Verdict.Denied denied) {
      return "denied " + denied.code() + ": " + denied.reason();
    }
    StringBuilder lines = new StringBuilder("allowed");
    for (PatchOperation operation : ((Verdict.Allowed) verdict).patch()) {
      lines
          .append('\n')
          .append(operation.op())
          .append(' ')
          .append(operation.path())
          .append(' ')
          .append(operation.value());
    }
    return lines.toString();
  }

  /** The pod as it is created. */
  JsonNode admitted() {
    return JsonPatch.apply(pod, ((Verdict.Allowed) verdict()).patch());
  }
}
