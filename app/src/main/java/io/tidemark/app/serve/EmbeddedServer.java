package io.tidemark.app.serve;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.leadership.Leadership;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.live.LiveScheduling;
import io.tidemark.app.scheduling.live.Standing;
import io.tidemark.app.simulation.SharedCluster;
import io.tidemark.app.simulation.SimulationRunner;
import io.tidemark.app.simulation.scenario.SimulationInput;
import io.tidemark.app.simulation.scenario.Step;
import io.tidemark.app.threads.DaemonThreads;
import io.tidemark.app.tls.ServingCertificates;
import io.tidemark.app.tls.TlsConfig;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Serves a cluster that lives in this process, until it is closed. */
@ApplicationScoped
public class EmbeddedServer {
  private static final Logger LOG = Logger.getLogger("io.tidemark.serve");

  private final ModuleBus bus;
  private final DeviceFamilies families;
  private final SimulationRunner simulations;
  private final Leadership leadership;
  private final ServingCertificates certificates;
  private final ServedExtender extender;
  private final Upkeep upkeep;
  private final DecisionLog decisions;
  private final ServeConfig config;
  private final EmbeddedConfig embedded;
  private final TlsConfig tls;
  private final Clock clock;
  private final AtomicReference<@Nullable LiveScheduling> scheduling = new AtomicReference<>();
  private @Nullable Thread player;

  public EmbeddedServer(
      ModuleBus bus,
      DeviceFamilies families,
      SimulationRunner simulations,
      Leadership leadership,
      ServingCertificates certificates,
      ServedExtender extender,
      Upkeep upkeep,
      DecisionLog decisions,
      ServeConfig config,
      EmbeddedConfig embedded,
      TlsConfig tls,
      Clock clock) {
    this.bus = bus;
    this.families = families;
    this.simulations = simulations;
    this.leadership = leadership;
    this.certificates = certificates;
    this.extender = extender;
    this.upkeep = upkeep;
    this.decisions = decisions;
    this.config = config;
    this.embedded = embedded;
    this.tls = tls;
    this.clock = clock;
  }

  /**
   * Starts and returns.
   *
   * @param input what is there and what happens; null for a cluster without anything
   * @param news gets a line for each step that acts, and some at the end
   * @throws InvalidConfigurationException where something is configured that needs a cluster
   */
  public synchronized void start(@Nullable SimulationInput input, Consumer<String> news) {
    if (tls.source() == TlsConfig.Source.SELF_SIGNED) {
      throw new InvalidConfigurationException(
          "tidemark.tls.source: self-signed keeps the certificate in a Secret,"
              + " and the embedded cluster has none; use files or none");
    }
    SharedCluster cluster =
        simulations.share(
            ClusterId.LIVE,
            new SharedCluster.Surroundings(decisions, this::observed, upkeep.timer()));
    Standing standing = new Alone();
    LiveScheduling live =
        new LiveScheduling(
            new LiveScheduling.Environment(
                bus,
                cluster.gateway(),
                families,
                new ObjectReader(families, clock.getZone()),
                standing,
                upkeep.worker(),
                upkeep.timer(),
                clock,
                decisions,
                Upkeep::report),
            // Nobody is to be woken: kube-scheduler's stand-in looks after its waiting pods itself.
            new LiveScheduling.Settings(
                config.mode(), config.bindPatience(), config.ownerlessLockLife(), Set.of()));
    scheduling.set(live);
    if (input == null) {
      cluster.open();
    } else {
      play(cluster.begin(input), news);
    }
    extender.serve(live.extender(), standing);
    leadership.startAlone();
    certificates.startReadingOnly();
    upkeep.start(cluster::tick);
    if (player != null) {
      player.start();
    }
  }

  /** Leads, and knows all there is. */
  private static final class Alone implements Standing {
    @Override
    public @Nullable String notLeading() {
      return null;
    }

    @Override
    public @Nullable String notCurrent() {
      return null;
    }
  }

  private void observed(ClusterEvent event, UsageChange change) {
    Objects.requireNonNull(scheduling.get()).observed(event, change);
  }

  private void play(SharedCluster.Play play, Consumer<String> news) {
    player = DaemonThreads.named("tidemark-player").newThread(() -> run(play, news));
  }

  private void run(SharedCluster.Play play, Consumer<String> news) {
    try {
      SharedCluster.Played played = play.run(step -> before(step, news));
      played.failures().forEach(failure -> news.accept("does not hold: " + failure));
      news.accept(
          "played %s: %d steps, %d expectations held, %d did not"
              .formatted(played.name(), played.steps(), played.held(), played.failures().size()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("the play ended early; what it led to is served", e);
    }
  }

  private void before(Step step, Consumer<String> news) throws InterruptedException {
    if (step.acts()) {
      Thread.sleep(embedded.stepPause().toMillis());
      news.accept("step %d: %s".formatted(step.at().index(), step.at().label()));
    }
  }

  @PreDestroy
  synchronized void stop() {
    if (player != null) {
      player.interrupt();
      certificates.stop();
      leadership.stop();
    }
  }
}
