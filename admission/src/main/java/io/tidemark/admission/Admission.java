package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.bus.AdmissionMessages.Review;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.text.Excerpt;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a pod that is to be created (design, section 4): is it ours, what is missing for
 * its normal form, can it run, does it fit its quota. A pod that is not ours is never changed and
 * never refused.
 */
public final class Admission {
  private static final String DEFAULT_SCHEDULER = "default-scheduler";
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;

  private final AdmissionSettings settings;
  private final PodReader reader;
  private final ForgedKeys forgedKeys;
  private final NormalForm normalForm;
  private final Refusals refusals;
  private final QuotaVerdict quotaVerdict;

  public Admission(DeviceFamilies families, AdmissionSettings settings) {
    this.settings = settings;
    this.reader = new PodReader(families);
    this.forgedKeys = new ForgedKeys(families);
    this.normalForm = new NormalForm(families);
    this.refusals = new Refusals(families);
    this.quotaVerdict = new QuotaVerdict(families, settings.quotaMode());
  }

  /**
   * Only a new pod is looked at: what a pod asks for cannot be changed later, and an ephemeral
   * container has no devices.
   */
  public Verdict review(Review review) {
    if (review.operation() != Operation.CREATE) {
      return new Verdict.NotOurs(
          "operation " + review.operation().name().toLowerCase(Locale.ROOT) + " is not reviewed");
    }
    if (!review.subresource().isEmpty()) {
      return new Verdict.NotOurs("subresource " + review.subresource() + " is not reviewed");
    }
    Problem unreadable = PodShape.unreadable(reader, review.namespace(), review.pod());
    if (unreadable != null) {
      return new Verdict.Denied(BAD_REQUEST, line(unreadable.toString()));
    }
    return reviewReadable(review);
  }

  private Verdict reviewReadable(Review review) {
    PodPatch patch = new PodPatch(review.pod());
    normalForm.completeResources(patch);
    PodRecord record = PodShape.read(reader, review.namespace(), patch.pod()).value();
    if (!record.asks()) {
      return new Verdict.NotOurs("no container asks for a device");
    }
    String scheduler = schedulerOf(record.schedulerName());
    if (scheduler == null) {
      return new Verdict.NotOurs(line("scheduler \"" + record.schedulerName() + "\" is not ours"));
    }
    normalForm.completeSettings(patch, scheduler.equals(record.schedulerName()) ? null : scheduler);
    Optional<String> refusal = refusal(review, patch.pod(), record);
    return refusal.isPresent()
        ? new Verdict.Denied(FORBIDDEN, line(refusal.get()))
        : new Verdict.Allowed(patch.operations());
  }

  private Optional<String> refusal(Review review, JsonNode pod, PodRecord record) {
    return forgedKeys
        .refusal(review.pod())
        .or(() -> refusals.refusal(pod, record))
        .or(() -> quotaVerdict.refusal(record, review.quotas()));
  }

  /** The scheduler that the pod is to have; null where it is another's. */
  private @Nullable String schedulerOf(String named) {
    if (settings.schedulerNames().contains(named)) {
      return named;
    }
    boolean byDefault = named.isEmpty() || named.equals(DEFAULT_SCHEDULER);
    return byDefault && settings.overwriteDefaultScheduler()
        ? settings.schedulerNames().get(0)
        : null;
  }

  /** Names come unchecked: the API server validates after the webhooks. */
  private static String line(String reason) {
    return Excerpt.printable(reason);
  }
}
