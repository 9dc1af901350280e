package io.tidemark.app.serve;

import io.tidemark.admission.bus.AdmissionConfig;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.Problem;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.kubernetes.ClusterFeed;
import io.tidemark.app.cluster.kubernetes.FeedLog;
import io.tidemark.app.cluster.kubernetes.KubernetesConnection;
import io.tidemark.app.cluster.kubernetes.ProbeResult;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.leadership.Leadership;
import io.tidemark.app.leadership.LeadershipListener;
import io.tidemark.app.scheduling.live.LiveScheduling;
import io.tidemark.app.tls.ServingCertificates;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Serves one Kubernetes cluster until it is closed. */
@ApplicationScoped
public class Server {
  private static final Logger LOG = Logger.getLogger("io.tidemark.serve");
  private static final long EXPIRE_EVERY_SECONDS = 5;
  private static final long AUDIT_EVERY_SECONDS = 60;

  private final ModuleBus bus;
  private final DeviceFamilies families;
  private final KubernetesConnection connection;
  private final Leadership leadership;
  private final ServingCertificates certificates;
  private final ChangeStream changes;
  private final ServedExtender extender;
  private final LedgerGauges gauges;
  private final ServeConfig config;
  private final AdmissionConfig admission;
  private final Clock clock;
  private final ExecutorService worker =
      Executors.newCachedThreadPool(task -> daemon(task, "tidemark-worker"));
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "tidemark-timer"));
  private @Nullable ClusterFeed feed;

  public Server(
      ModuleBus bus,
      DeviceFamilies families,
      KubernetesConnection connection,
      Leadership leadership,
      ServingCertificates certificates,
      ChangeStream changes,
      ServedExtender extender,
      LedgerGauges gauges,
      ServeConfig config,
      AdmissionConfig admission,
      Clock clock) {
    this.bus = bus;
    this.families = families;
    this.connection = connection;
    this.leadership = leadership;
    this.certificates = certificates;
    this.changes = changes;
    this.extender = extender;
    this.gauges = gauges;
    this.config = config;
    this.admission = admission;
    this.clock = clock;
  }

  /**
   * Starts and returns; what is served before the cluster has been listed is answered with an
   * error.
   *
   * @throws InvalidConfigurationException where there is no API server to serve, or it does not let
   *     us
   */
  public synchronized void start() {
    if (connection.probe(true) instanceof ProbeResult.Unusable unusable) {
      throw new InvalidConfigurationException(unusable.reason());
    }
    ObjectReader reader = new ObjectReader(families, clock.getZone());
    ClusterFeed opened = connection.feed(reader, changes, new FeedLog());
    feed = opened;
    LiveStanding standing =
        new LiveStanding(leadership::state, opened::freshness, config.stalenessLimit(), clock);
    LiveScheduling scheduling =
        new LiveScheduling(
            new LiveScheduling.Environment(
                bus,
                connection.cluster(reader),
                families,
                reader,
                standing,
                worker,
                (delay, task) ->
                    timer.schedule(
                        () -> worker.execute(task), delay.toMillis(), TimeUnit.MILLISECONDS),
                clock,
                Server::report),
            new LiveScheduling.Settings(
                config.mode(),
                config.bindPatience(),
                config.ownerlessLockLife(),
                new HashSet<>(admission.schedulerNames())));
    changes.readBy(scheduling::observe);
    extender.serve(scheduling.extender(), standing);
    leadership.addListener(new GoesOn(scheduling));
    every(EXPIRE_EVERY_SECONDS, scheduling::expireReservations);
    every(AUDIT_EVERY_SECONDS, this::audit);
    opened.start();
    leadership.start();
    certificates.start();
  }

  /** Whoever waits goes on when this replica begins to lead, and is sent away when it ends. */
  private record GoesOn(LiveScheduling scheduling) implements LeadershipListener {
    @Override
    public void onLeading(long term) {
      scheduling.goOn();
    }

    @Override
    public void onFollowing() {
      scheduling.endTerm();
    }
  }

  private void audit() {
    List<String> drift = bus.audit(new Audit(ClusterId.LIVE, clock.instant())).drift();
    gauges.audited(drift.size());
    drift.forEach(line -> LOG.errorf("the ledger has drifted: %s", line));
  }

  private void every(long seconds, Runnable task) {
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
            () -> worker.execute(guarded), seconds, seconds, TimeUnit.SECONDS);
  }

  private static void report(Problem problem) {
    LOG.warnf("not right: %s", problem);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @PreDestroy
  synchronized void stop() {
    certificates.stop();
    if (feed != null) {
      leadership.stop();
      feed.stop();
    }
    timer.shutdownNow();
    worker.shutdown();
  }
}
