package io.tidemark.app.serve;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready once the cluster is known, whoever leads: every replica answers the webhook. */
@Readiness
@ApplicationScoped
public class SyncedCheck implements HealthCheck {
  private final ServedExtender extender;

  public SyncedCheck(ServedExtender extender) {
    this.extender = extender;
  }

  @Override
  public HealthCheckResponse call() {
    String reason = extender.notReady();
    return reason == null
        ? HealthCheckResponse.up("cluster")
        : HealthCheckResponse.named("cluster").down().withData("reason", reason).build();
  }
}
