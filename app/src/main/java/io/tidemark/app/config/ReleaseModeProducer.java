package io.tidemark.app.config;

import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.usage.bus.UsageConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The ledger's setting for those who tell what the ledger is going to release. */
@ApplicationScoped
public class ReleaseModeProducer {
  @Produces
  @Singleton
  public ReleaseMode releaseMode(UsageConfig config) {
    return config.release();
  }
}
