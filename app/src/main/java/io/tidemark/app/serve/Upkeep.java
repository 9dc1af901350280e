package io.tidemark.app.serve;

import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.Problem;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.scheduling.Timer;
import io.tidemark.app.threads.DaemonThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** The threads of a server, and what has to be done every now and then. */
@Dependent
public class Upkeep {
  private static final Logger LOG = Logger.getLogger("io.tidemark.serve");
  private static final Duration TICK = Duration.ofSeconds(5);
  private static final Duration AUDIT = Duration.ofSeconds(60);

  private final ModuleBus bus;
  private final LedgerGauges gauges;
  private final Clock clock;
  private final ExecutorService worker =
      Executors.newCachedThreadPool(DaemonThreads.named("tidemark-worker"));
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("tidemark-timer"));

  public Upkeep(ModuleBus bus, LedgerGauges gauges, Clock clock) {
    this.bus = bus;
    this.gauges = gauges;
    this.clock = clock;
  }

  /** Runs what waits for the cluster. */
  Executor worker() {
    return worker;
  }

  /** Starts things later, on the worker. */
  Timer timer() {
    return (delay, task) ->
        timer.schedule(() -> worker.execute(task), delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Begins the regular work.
   *
   * @param tick what is due every few seconds
   */
  void start(Runnable tick) {
    every(TICK, tick);
    every(AUDIT, this::audit);
  }

  /** Begins nothing new; what runs goes on to its end. */
  @PreDestroy
  void stop() {
    timer.shutdownNow();
    worker.shutdown();
  }

  static void report(Problem problem) {
    LOG.warnf("not right: %s", problem);
  }

  private void audit() {
    List<String> drift = bus.audit(new Audit(ClusterId.LIVE, clock.instant())).drift();
    gauges.audited(drift.size());
    drift.forEach(line -> LOG.errorf("the ledger has drifted: %s", line));
  }

  private void every(Duration period, Runnable task) {
    Runnable guarded =
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            LOG.error("a regular task failed; it is tried again", e);
          }
        };
    var unused =
        timer.scheduleWithFixedDelay(
            () -> worker.execute(guarded),
            period.toMillis(),
            period.toMillis(),
            TimeUnit.MILLISECONDS);
  }
}
