package io.tidemark.app.serve;

import io.tidemark.admission.bus.AdmissionConfig;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.kubernetes.ClusterFeed;
import io.tidemark.app.cluster.kubernetes.FeedLog;
import io.tidemark.app.cluster.kubernetes.KubernetesConnection;
import io.tidemark.app.cluster.kubernetes.ProbeResult;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.leadership.Leadership;
import io.tidemark.app.leadership.LeadershipListener;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.ReviewMode;
import io.tidemark.app.scheduling.live.DryRunScheduling;
import io.tidemark.app.scheduling.live.LiveScheduling;
import io.tidemark.app.scheduling.live.Scheduling;
import io.tidemark.app.tls.ServingCertificates;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Serves one Kubernetes cluster until it is closed. */
@ApplicationScoped
public class Server {
  private final ModuleBus bus;
  private final DeviceFamilies families;
  private final KubernetesConnection connection;
  private final Leadership leadership;
  private final ServingCertificates certificates;
  private final ChangeStream changes;
  private final ServedExtender extender;
  private final Upkeep upkeep;
  private final DecisionLog decisions;
  private final ReviewMode reviews;
  private final ServeConfig config;
  private final AdmissionConfig admission;
  private final Clock clock;
  private @Nullable ClusterFeed feed;

  public Server(
      ModuleBus bus,
      DeviceFamilies families,
      KubernetesConnection connection,
      Leadership leadership,
      ServingCertificates certificates,
      ChangeStream changes,
      ServedExtender extender,
      Upkeep upkeep,
      DecisionLog decisions,
      ReviewMode reviews,
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
    this.upkeep = upkeep;
    this.decisions = decisions;
    this.reviews = reviews;
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
    Opened opened = open(true);
    LiveScheduling scheduling =
        new LiveScheduling(
            new LiveScheduling.Environment(
                bus,
                connection.cluster(opened.reader()),
                families,
                opened.reader(),
                opened.standing(),
                upkeep.worker(),
                upkeep.timer(),
                clock,
                decisions,
                Upkeep::report),
            new LiveScheduling.Settings(
                config.mode(),
                config.bindPatience(),
                config.ownerlessLockLife(),
                schedulerNames()));
    serve(opened, scheduling);
    leadership.start();
    certificates.start();
  }

  /**
   * As {@link #start()}, beside another scheduler: decides and reports, and writes nothing to the
   * cluster.
   */
  public synchronized void startDryRun() {
    Opened opened = open(false);
    reviews.reportOnly();
    serve(
        opened,
        new DryRunScheduling(
            new DryRunScheduling.Environment(
                bus,
                ClusterId.LIVE,
                opened.reader(),
                opened.standing(),
                upkeep.timer(),
                clock,
                decisions,
                Upkeep::report),
            schedulerNames()));
    leadership.startAlone();
    certificates.startReadingOnly();
  }

  private record Opened(ObjectReader reader, ClusterFeed feed, LiveStanding standing) {}

  private Opened open(boolean writing) {
    if (connection.probe(writing) instanceof ProbeResult.Unusable unusable) {
      throw new InvalidConfigurationException(unusable.reason());
    }
    ObjectReader reader = new ObjectReader(families, clock.getZone());
    ClusterFeed opened = connection.feed(reader, changes, new FeedLog());
    feed = opened;
    return new Opened(
        reader,
        opened,
        new LiveStanding(leadership::state, opened::freshness, config.stalenessLimit(), clock));
  }

  private void serve(Opened opened, Scheduling scheduling) {
    changes.readBy(scheduling::observe);
    extender.serve(scheduling.extender(), opened.standing());
    leadership.addListener(new GoesOn(scheduling));
    upkeep.start(scheduling::tick);
    opened.feed().start();
  }

  private Set<String> schedulerNames() {
    return new HashSet<>(admission.schedulerNames());
  }

  /** Whoever waits goes on when this replica begins to lead, and is sent away when it ends. */
  private record GoesOn(Scheduling scheduling) implements LeadershipListener {
    @Override
    public void onLeading(long term) {
      scheduling.goOn();
    }

    @Override
    public void onFollowing() {
      scheduling.endTerm();
    }
  }

  @PreDestroy
  synchronized void stop() {
    certificates.stop();
    if (feed != null) {
      leadership.stop();
      feed.stop();
    }
  }
}
