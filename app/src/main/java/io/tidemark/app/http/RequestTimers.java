package io.tidemark.app.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * How long answers take, by endpoint and outcome. Quarkus' own {@code http.server.requests} cannot
 * tell the outcomes apart: kube-scheduler is told most errors under status 200.
 */
@Singleton
public class RequestTimers {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(15),
    Duration.ofMillis(50),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(25)
  };

  private final MeterRegistry registry;

  public RequestTimers(MeterRegistry registry) {
    this.registry = registry;
  }

  Timer.Sample start() {
    return Timer.start(registry);
  }

  void stop(Timer.Sample sample, Endpoint endpoint, Outcome outcome) {
    sample.stop(
        Timer.builder("tidemark.http.requests")
            .description("Requests of kube-scheduler and API servers")
            .tag("endpoint", endpoint.text())
            .tag("outcome", outcome.tag())
            .serviceLevelObjectives(BUCKETS)
            .register(registry));
  }
}
