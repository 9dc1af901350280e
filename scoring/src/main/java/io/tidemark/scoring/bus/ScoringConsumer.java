package io.tidemark.scoring.bus;

import io.quarkus.vertx.ConsumeEvent;
import io.quarkus.vertx.LocalEventBusCodec;
import io.tidemark.api.bus.Addresses;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.ScoringMessages.Rank;
import io.tidemark.api.bus.ScoringMessages.Ranking;
import io.tidemark.scoring.PlanRanking;
import io.tidemark.scoring.PolicyResolver;
import io.tidemark.scoring.ScoringDefaults;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers the messages to scoring. */
@ApplicationScoped
public class ScoringConsumer {
  private final PolicyResolver resolver;

  public ScoringConsumer(ScoringConfig config) {
    this.resolver =
        new PolicyResolver(
            new ScoringDefaults(
                config.nodePolicy(), config.devicePolicy(), config.deviceWeights()));
  }

  @ConsumeEvent(value = Addresses.SCORING_POLICY, codec = LocalEventBusCodec.class)
  public PolicyReply choose(ChoosePolicy message) {
    return resolver.resolve(message.pod());
  }

  @ConsumeEvent(value = Addresses.SCORING_RANK, codec = LocalEventBusCodec.class)
  public Ranking rank(Rank message) {
    return new Ranking(PlanRanking.rank(message.pod().uid(), message.policy(), message.plans()));
  }
}
