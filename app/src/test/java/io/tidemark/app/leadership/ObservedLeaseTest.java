package io.tidemark.app.leadership;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.tidemark.app.leadership.ScriptedLeases.Fate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObservedLeaseTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final ZonedDateTime AT = NOW.atZone(UTC);
  private static final ZonedDateTime LONG_AGO = AT.minusYears(1);

  /** The elector hands it over; the store has its own. */
  private static final @Nullable KubernetesClient UNUSED = null;

  private final ScriptedLeases leases = new ScriptedLeases();
  private final List<String> events = new ArrayList<>();
  private long nanos;

  private final ObservedLease lock =
      new ObservedLease(
          leases,
          new LeaseSettings(
              "gpu",
              "tidemark",
              Duration.ofSeconds(15),
              Duration.ofSeconds(10),
              Duration.ofSeconds(2)),
          "a",
          Clock.fixed(NOW, UTC),
          () -> nanos,
          new LeaseEvents() {
            @Override
            public void observed(@Nullable String holder) {
              events.add("observed " + holder);
            }

            @Override
            public void renewed(long sentAt) {
              events.add("renewed " + sentAt);
            }
          });

  @Test
  void theAgeOfALeaseIsWhatThisProcessHasSeenOfItNotWhatAnotherClockSays() {
    leases.put(heldBy("b", LONG_AGO));
    assertThat(read().getRenewTime()).isEqualTo(AT);
    nanos = Duration.ofSeconds(14).toNanos();
    assertThat(read().getRenewTime()).isEqualTo(AT.minusSeconds(14));
    leases.put(heldBy("b", LONG_AGO.plusSeconds(2)));
    assertThat(read().getRenewTime()).isEqualTo(AT);
  }

  @Test
  void aLeaseThatWasMadeByHandIsFree() {
    leases.put(new LeaseBuilder().withNewMetadata().withName("tidemark").endMetadata().build());
    LeaderElectionRecord record = read();
    assertThat(record.getHolderIdentity()).isNull();
    assertThat(record.getLeaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(record.getLeaderTransitions()).isZero();
    lock.update(UNUSED, record("a"));
    assertThat(stored().getSpec().getHolderIdentity()).isEqualTo("a");
  }

  @Test
  void aRenewalTellsWhenItWasSentNotWhenItWasAnswered() {
    leases.put(heldBy("a", AT));
    lock.get(UNUSED);
    nanos = 5;
    leases.next(new Fate(() -> nanos = 700, true, () -> nanos = 900, true));
    lock.update(UNUSED, record("a"));
    assertThat(events).containsExactly("observed a", "renewed 5");
  }

  @Test
  void aRenewalWithoutAnAnswerTellsNothing() {
    leases.put(heldBy("a", AT));
    lock.get(UNUSED);
    leases.next(new Fate(() -> {}, true, () -> {}, false));
    assertThatThrownBy(() -> lock.update(UNUSED, record("a")))
        .isInstanceOf(KubernetesClientException.class);
    assertThat(events).containsExactly("observed a");
  }

  @Test
  void aLeaseThatSomebodyTookMeanwhileIsNotOverwritten() {
    leases.put(heldBy("b", AT));
    lock.get(UNUSED);
    leases.put(heldBy("c", AT));
    assertThatThrownBy(() -> lock.update(UNUSED, record("a")))
        .isInstanceOf(KubernetesClientException.class);
    assertThat(stored().getSpec().getHolderIdentity()).isEqualTo("c");
    assertThat(events).containsExactly("observed b");
  }

  @Test
  void givingUpEmptiesTheHolderAndKeepsTheRest() {
    leases.put(
        new LeaseBuilder(heldBy("a", AT))
            .editMetadata()
            .addToLabels("team", "gpu")
            .endMetadata()
            .build());
    lock.get(UNUSED);
    lock.update(UNUSED, new LeaderElectionRecord(null, Duration.ofSeconds(1), AT, AT, 4));
    assertThat(stored().getSpec().getHolderIdentity()).isNull();
    assertThat(stored().getMetadata().getLabels()).containsEntry("team", "gpu");
    assertThat(events).containsExactly("observed a", "observed null");
  }

  @Test
  void aFaultOfTheClientLooksLikeOneOfTheServerSoThatTheElectorGoesOn() {
    leases.put(heldBy("b", AT));
    lock.get(UNUSED);
    leases.next(
        new Fate(
            () -> {
              throw new IllegalStateException("client is closed");
            },
            true,
            () -> {},
            true));
    assertThatThrownBy(() -> lock.update(UNUSED, record("a")))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("client is closed");
  }

  private LeaderElectionRecord read() {
    return Objects.requireNonNull(lock.get(UNUSED));
  }

  private Lease stored() {
    return Objects.requireNonNull(leases.read());
  }

  private static Lease heldBy(String holder, ZonedDateTime renewed) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace("gpu")
        .withName("tidemark")
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(holder)
        .withLeaseDurationSeconds(15)
        .withAcquireTime(renewed)
        .withRenewTime(renewed)
        .withLeaseTransitions(3)
        .endSpec()
        .build();
  }

  private static LeaderElectionRecord record(String holder) {
    return new LeaderElectionRecord(holder, Duration.ofSeconds(15), AT, AT, 4);
  }
}
