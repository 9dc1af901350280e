package io.tidemark.app.config;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The one clock of the program; everything that needs the time is given this or an instant. */
@ApplicationScoped
public class ClockProducer {
  @Produces
  @Singleton
  public AdvancingClock clock() {
    return new AdvancingClock(Clock.systemDefaultZone());
  }
}
