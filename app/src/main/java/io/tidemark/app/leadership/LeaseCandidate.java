package io.tidemark.app.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stands for the Lease again and again: an elector serves one term. */
final class LeaseCandidate {
  private final KubernetesClient client;
  private final LeaderElectionConfig config;
  private final ScheduledExecutorService scheduler;
  private @Nullable CompletableFuture<?> term;
  private boolean stopped;

  LeaseCandidate(
      KubernetesClient client,
      Lock lock,
      LeaseSettings settings,
      ScheduledExecutorService scheduler) {
    this.client = client;
    this.scheduler = scheduler;
    this.config =
        new LeaderElectionConfig(
            lock,
            settings.leaseDuration(),
            settings.renewDeadline(),
            settings.retryPeriod(),
            // The lock itself says what happened, and when.
            new LeaderCallbacks(() -> {}, () -> {}, leader -> {}),
            true,
            lock.describe());
  }

  synchronized void start() {
    if (stopped) {
      return;
    }
    CompletableFuture<?> started = client.leaderElector().withConfig(config).build().start();
    term = started;
    started.whenComplete((nothing, failure) -> startAgain());
  }

  private synchronized void startAgain() {
    if (!stopped) {
      scheduler.schedule(this::start, config.getRetryPeriod().toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Gives the Lease up where it is held; waits for the API server. */
  void stop() {
    CompletableFuture<?> last;
    synchronized (this) {
      stopped = true;
      last = term;
    }
    if (last != null) {
      last.cancel(true);
    }
  }
}
