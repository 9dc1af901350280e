package io.tidemark.api.bus;

/** Where messages go. Each is answered by exactly one consumer, except the broadcast. */
public final class Addresses {
  /** {@link UsageMessages.Observe}, answered by {@link UsageChange}. */
  public static final String USAGE_OBSERVE = "usage.observe";

  /**
   * {@link UsageMessages.TakeSnapshot}, answered by {@link
   * io.tidemark.api.snapshot.ClusterSnapshot}.
   */
  public static final String USAGE_SNAPSHOT = "usage.snapshot";

  /** {@link UsageMessages.Reserve}, answered by {@link UsageMessages.ReserveReply}. */
  public static final String USAGE_RESERVE = "usage.reserve";

  /** {@link UsageMessages.Cancel}, answered by {@link UsageChange}. */
  public static final String USAGE_CANCEL = "usage.cancel";

  /** {@link UsageMessages.Expire}, answered by {@link UsageChange}. */
  public static final String USAGE_EXPIRE = "usage.expire";

  /** {@link UsageMessages.Forget}, answered by {@link UsageMessages.Forgotten}. */
  public static final String USAGE_FORGET = "usage.forget";

  /** {@link UsageMessages.Audit}, answered by {@link UsageMessages.AuditReport}. */
  public static final String USAGE_AUDIT = "usage.audit";

  /** Broadcast of every {@link UsageChange} that changed something; may be lost, never awaited. */
  public static final String USAGE_CHANGED = "usage.changed";

  /** {@link ScoringMessages.ChoosePolicy}, answered by {@link ScoringMessages.PolicyReply}. */
  public static final String SCORING_POLICY = "scoring.policy";

  /** {@link ScoringMessages.Rank}, answered by {@link ScoringMessages.Ranking}. */
  public static final String SCORING_RANK = "scoring.rank";

  /** {@link FitMessages.Plan}, answered by {@link FitMessages.PlanReply}. */
  public static final String FIT_PLAN = "fit.plan";

  /** {@link FitMessages.Preempt}, answered by {@link FitMessages.PreemptReply}. */
  public static final String FIT_PREEMPT = "fit.preempt";

  /** {@link FitMessages.Explain}, answered by {@link Explanation}. */
  public static final String FIT_EXPLAIN = "fit.explain";

  /** {@link AdmissionMessages.Review}, answered by {@link AdmissionMessages.Verdict}. */
  public static final String ADMISSION_REVIEW = "admission.review";

  private Addresses() {}
}
