package io.tidemark.fit.bus;

import io.quarkus.vertx.ConsumeEvent;
import io.quarkus.vertx.LocalEventBusCodec;
import io.tidemark.api.bus.Addresses;
import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.bus.FitMessages.Preempt;
import io.tidemark.api.bus.FitMessages.PreemptReply;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.fit.FitPlanner;
import io.tidemark.fit.Preemption;
import io.tidemark.fit.explain.Explainer;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers the messages to fit. */
@ApplicationScoped
public class FitConsumers {
  private final FitPlanner planner;
  private final Preemption preemption;
  private final Explainer explainer;

  /**
   * @param releaseMode how the ledger follows a pod's progress, which decides what a coming release
   *     frees
   */
  public FitConsumers(DeviceFamilies families, ReleaseMode releaseMode) {
    this.planner = new FitPlanner(families);
    this.preemption = new Preemption(families);
    this.explainer = new Explainer(families, releaseMode);
  }

  @ConsumeEvent(value = Addresses.FIT_PLAN, codec = LocalEventBusCodec.class)
  public PlanReply plan(Plan message) {
    return planner.plan(message);
  }

  @ConsumeEvent(value = Addresses.FIT_PREEMPT, codec = LocalEventBusCodec.class)
  public PreemptReply preempt(Preempt message) {
    return preemption.preempt(message);
  }

  @ConsumeEvent(value = Addresses.FIT_EXPLAIN, codec = LocalEventBusCodec.class)
  public Explanation explain(Explain message) {
    return explainer.explain(message);
  }
}
