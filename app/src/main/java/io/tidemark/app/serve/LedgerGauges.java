package io.tidemark.app.serve;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/** What the ledger's own checks found. */
@Singleton
public class LedgerGauges {
  private final AtomicInteger drift = new AtomicInteger();

  /** From the start, so that nobody takes a gauge that is missing for one without drift. */
  void register(@Observes StartupEvent start, MeterRegistry metrics) {
    Gauge.builder("tidemark.ledger.drift", drift, AtomicInteger::get)
        .description("Totals that were not the sum of their footprints at the last audit")
        .register(metrics);
  }

  void audited(int drifted) {
    drift.set(drifted);
  }
}
