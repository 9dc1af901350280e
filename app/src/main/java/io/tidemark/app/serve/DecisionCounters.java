package io.tidemark.app.serve;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.tidemark.app.scheduling.DecisionLog;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** The decisions about pods of the live cluster, counted by kind. */
@Singleton
public class DecisionCounters {
  void register(@Observes StartupEvent start, MeterRegistry metrics, DecisionLog decisions) {
    for (DecisionLog.What what : DecisionLog.What.values()) {
      FunctionCounter.builder("tidemark.decisions", decisions, log -> log.count(what))
          .tag("decision", what.text())
          .description("Decisions about pods, as GET /api/decisions lists the latest")
          .register(metrics);
    }
  }
}
