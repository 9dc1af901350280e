package io.tidemark.app.serve;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** What the ledger's own checks found. */
@ApplicationScoped
public class LedgerGauges {
  private final AtomicInteger drift = new AtomicInteger();

  public LedgerGauges(MeterRegistry metrics) {
    Gauge.builder("tidemark.ledger.drift", drift, AtomicInteger::get)
        .description("Totals that were not the sum of their footprints at the last audit")
        .register(metrics);
  }

  void audited(int drifted) {
    drift.set(drifted);
  }
}
