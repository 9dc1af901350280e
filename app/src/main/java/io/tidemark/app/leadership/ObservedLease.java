package io.tidemark.app.leadership;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import io.tidemark.app.config.Causes;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The Lease as the elector sees it. Three things differ from the client's own {@code LeaseLock}:
 *
 * <ul>
 *   <li>The elector compares {@code renewTime}, which another machine wrote, with its own clock.
 *       Here the time is the one at which <em>this</em> process first saw the Lease as it is, so
 *       clocks that differ do not let a candidate take over too early (client-go does the same).
 *   <li>It is told when a renewal was sent, which is the moment from which a leader may count.
 *   <li>It writes the whole object under its resourceVersion, so giving it up really empties the
 *       holder, which a merge patch cannot do; and it reads a Lease that somebody made by hand.
 * </ul>
 */
final class ObservedLease implements Lock {
  private static final Logger LOG = Logger.getLogger(ObservedLease.class);

  /** The Lease as it was last read or written, and when it was first seen so. */
  private record Seen(@Nullable String version, long nanos) {}

  private final LeaseStore store;
  private final LeaseSettings settings;
  private final String identity;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final LeaseEvents events;

  private @Nullable Lease lease;
  private @Nullable Seen seen;
  private boolean failing;

  ObservedLease(
      LeaseStore store,
      LeaseSettings settings,
      String identity,
      Clock clock,
      LongSupplier nanoTime,
      LeaseEvents events) {
    this.store = store;
    this.settings = settings;
    this.identity = identity;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.events = events;
  }

  @Override
  public synchronized @Nullable LeaderElectionRecord get(@Nullable KubernetesClient ignored) {
    Lease read = call(store::read);
    remember(read);
    String holder = read == null ? null : holder(read);
    events.observed(holder);
    return read == null ? null : record(read, holder);
  }

  @Override
  public synchronized void create(@Nullable KubernetesClient ignored, LeaderElectionRecord record) {
    long sentAt = nanoTime.getAsLong();
    Lease created =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(settings.namespace())
            .withName(settings.name())
            .endMetadata()
            .build();
    remember(call(() -> store.create(written(created, record))));
    events.renewed(sentAt);
  }

  @Override
  public synchronized void update(@Nullable KubernetesClient ignored, LeaderElectionRecord record) {
    Lease read = Objects.requireNonNull(lease, "the Lease is read before it is written");
    long sentAt = nanoTime.getAsLong();
    remember(call(() -> store.replace(written(read, record))));
    if (identity.equals(record.getHolderIdentity())) {
      events.renewed(sentAt);
    } else {
      events.observed(null);
    }
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public String describe() {
    return "Lease " + settings.namespace() + "/" + settings.name();
  }

  private void remember(@Nullable Lease known) {
    lease = known;
    String version = known == null ? null : known.getMetadata().getResourceVersion();
    if (seen == null || !Objects.equals(seen.version(), version)) {
      seen = new Seen(version, nanoTime.getAsLong());
    }
  }

  private LeaderElectionRecord record(Lease read, @Nullable String holder) {
    LeaseSpec spec = read.getSpec() == null ? new LeaseSpec() : read.getSpec();
    long age = seen == null ? 0 : nanoTime.getAsLong() - seen.nanos();
    ZonedDateTime changed = ZonedDateTime.now(clock.withZone(ZoneOffset.UTC)).minusNanos(age);
    return new LeaderElectionRecord(
        holder,
        spec.getLeaseDurationSeconds() == null
            ? settings.leaseDuration()
            : Duration.ofSeconds(spec.getLeaseDurationSeconds()),
        spec.getAcquireTime() == null ? changed : spec.getAcquireTime(),
        changed,
        spec.getLeaseTransitions() == null ? 0 : spec.getLeaseTransitions());
  }

  private static @Nullable String holder(Lease lease) {
    String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
    return holder == null || holder.isEmpty() ? null : holder;
  }

  private static Lease written(Lease lease, LeaderElectionRecord record) {
    return new LeaseBuilder(lease)
        .editOrNewSpec()
        .withHolderIdentity(record.getHolderIdentity())
        .withLeaseDurationSeconds(Math.toIntExact(record.getLeaseDuration().toSeconds()))
        .withAcquireTime(record.getAcquireTime())
        .withRenewTime(record.getRenewTime())
        .withLeaseTransitions(record.getLeaderTransitions())
        .endSpec()
        .build();
  }

  /**
   * The elector goes on after failures of the API server only; anything else would end it silently.
   */
  private <T extends @Nullable Object> T call(Supplier<T> request) {
    try {
      T answer = request.get();
      if (failing) {
        failing = false;
        LOG.warnf("%s can be reached again", describe());
      }
      return answer;
    } catch (KubernetesClientException e) {
      report(e);
      throw e;
    } catch (RuntimeException e) {
      report(e);
      throw new KubernetesClientException(Causes.line(e), e);
    }
  }

  private void report(RuntimeException e) {
    boolean conflict =
        e instanceof KubernetesClientException failure
            && failure.getCode() == HttpURLConnection.HTTP_CONFLICT;
    if (!conflict && !failing) {
      failing = true;
      LOG.warnf("%s cannot be read or written: %s", describe(), Causes.line(e));
    }
  }
}
