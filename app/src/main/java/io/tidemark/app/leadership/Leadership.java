package io.tidemark.app.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.app.config.OwnNamespace;
import io.tidemark.app.leadership.LeadershipState.Leading;
import io.tidemark.app.threads.DaemonThreads;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process is the one that filters and binds. Follows until {@link #start()} or {@link
 * #startAlone()} is called; both are called once at most.
 */
@ApplicationScoped
public class Leadership {
  private static final Logger LOG = Logger.getLogger(Leadership.class);

  private final LeadershipConfig config;
  private final KubernetesClient client;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();
  private final String identity;
  private final Terms terms;

  /** Tells the listeners, watches for the end of a term, stands again. */
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("tidemark-leadership"));

  private @Nullable LeaseCandidate candidate;
  private @Nullable RoleLabel label;

  @Inject
  public Leadership(
      LeadershipConfig config, KubernetesClient client, MeterRegistry metrics, Clock clock) {
    this(config, client, metrics, clock, System::nanoTime, () -> UUID.randomUUID().toString());
  }

  /**
   * @param nanoTime a clock that only moves forward and also runs while the process is paused
   * @param suffix makes identities of one pod's processes differ
   */
  Leadership(
      LeadershipConfig config,
      KubernetesClient client,
      MeterRegistry metrics,
      Clock clock,
      LongSupplier nanoTime,
      Supplier<String> suffix) {
    this.config = config;
    this.client = client;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.identity = config.podName().orElseGet(Leadership::hostName) + "_" + suffix.get();
    this.terms = new Terms(identity, config.renewDeadline(), nanoTime, clock, new Announcer());
    Gauge.builder("tidemark.leader", this, it -> it.state() instanceof Leading ? 1 : 0)
        .description("1 where this replica filters and binds, else 0")
        .register(metrics);
  }

  /** What holds at this moment, by this process's own clock. */
  public LeadershipState state() {
    return terms.state();
  }

  /** True where this process leads now, and still in this term. */
  public boolean leads(long term) {
    return terms.leads(term);
  }

  /** As it stands in the Lease while this process leads. */
  public String identity() {
    return identity;
  }

  /** Listeners are to be added before the start. */
  public void addListener(LeadershipListener listener) {
    listeners.add(listener);
  }

  /**
   * Stands for the Lease, or leads at once where leadership is not enabled.
   *
   * @throws io.tidemark.app.config.InvalidConfigurationException where the times do not go together
   */
  public synchronized void start() {
    String namespace = OwnNamespace.of(config.namespace(), client);
    LeaseSettings settings = LeaseSettings.of(config, namespace);
    config.podName().ifPresent(pod -> keepLabel(namespace, pod));
    if (!config.enabled()) {
      terms.leadForGood();
      return;
    }
    ObservedLease lease =
        new ObservedLease(
            new KubernetesLeases(
                client, namespace, settings.name(), settings.renewDeadline().dividedBy(2)),
            settings,
            identity,
            clock,
            nanoTime,
            new ExpiryWatch());
    candidate = new LeaseCandidate(client, lease, settings, thread);
    candidate.start();
  }

  /**
   * Leads at once and writes nothing anywhere: for a process beside no other, or without cluster.
   */
  public void startAlone() {
    terms.leadForGood();
  }

  /**
   * Ends the term, takes the label off and gives the Lease up, so that another leads at once. Waits
   * for the API server, a few seconds at most; once stopped it stays so.
   */
  public synchronized void stop() {
    terms.end();
    if (label != null) {
      label.stop();
      label = null;
    }
    if (candidate != null) {
      candidate.stop();
      candidate = null;
    }
    thread.shutdown();
  }

  private void keepLabel(String namespace, String pod) {
    RoleLabel kept =
        new RoleLabel(client, namespace, pod, config.podSelector(), config.retryPeriod());
    label = kept;
    listeners.add(kept);
    kept.start();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "tidemark";
    }
  }

  /** Hands changes over to the listeners' thread in the order in which they happen. */
  private final class Announcer implements LeadershipListener {
    @Override
    public void onLeading(long term) {
      LOG.infof("leading, term %d, as %s", term, identity);
      tell(listener -> listener.onLeading(term));
    }

    @Override
    public void onFollowing() {
      LOG.info("no longer leading");
      tell(LeadershipListener::onFollowing);
    }

    private void tell(Consumer<LeadershipListener> news) {
      for (LeadershipListener listener : listeners) {
        thread.execute(
            () -> {
              try {
                news.accept(listener);
              } catch (RuntimeException e) {
                LOG.error("a listener of leadership failed", e);
              }
            });
      }
    }
  }

  /** Looks again when a term would end, so that its end is told even if nothing else happens. */
  private final class ExpiryWatch implements LeaseEvents {
    @Override
    public void observed(@Nullable String holder) {
      terms.observed(holder);
    }

    @Override
    public void renewed(long sentAt) {
      terms.renewed(sentAt);
      if (terms.state() instanceof Leading leading) {
        thread.schedule(
            terms::expire, leading.expiresAt() - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
      }
    }
  }
}
