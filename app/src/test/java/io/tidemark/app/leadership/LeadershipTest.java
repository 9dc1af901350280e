package io.tidemark.app.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.app.leadership.LeadershipState.Following;
import io.tidemark.app.leadership.LeadershipState.Leading;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the client's own elector, on an API server that keeps objects and their versions. */
@EnableKubernetesMockClient(crud = true, https = false)
class LeadershipTest {
  private static int tests;

  @SuppressWarnings("NullAway.Init") // The extension sets it.
  static KubernetesClient client;

  /** Each test has its own; they share the server, which takes a while to start. */
  private final String namespace = "gpu-" + tests++;

  private final List<Replica> replicas = new ArrayList<>();

  @BeforeEach
  void pods() {
    for (String name : List.of("pod-a", "pod-b", "other")) {
      client
          .resource(
              new PodBuilder()
                  .withNewMetadata()
                  .withNamespace(namespace)
                  .withName(name)
                  .addToLabels("app", name.startsWith("pod") ? "tidemark" : "other")
                  .addToLabels(RoleLabel.LABEL, RoleLabel.LEADER)
                  .endMetadata()
                  .build())
          .create();
    }
  }

  @AfterEach
  void stop() {
    replicas.forEach(replica -> replica.leadership.stop());
  }

  @Test
  void ofTwoReplicasOneLeadsAndTheOtherKnowsWho() {
    Replica a = started("pod-a");
    eventually(a::leads);
    Replica b = started("pod-b");
    eventually(() -> b.leadership.state().equals(new Following(a.leadership.identity())));
    assertThat(a.leads()).isTrue();
    assertThat(a.gauge()).isEqualTo(1);
    assertThat(b.gauge()).isZero();
    assertThat(a.told).containsExactly("leading 1");
    assertThat(b.told).isEmpty();
  }

  @Test
  void theLabelIsOnTheLeadersPodAndOnNoOtherReplica() {
    Replica a = started("pod-a");
    eventually(() -> a.leads() && labelled().equals(List.of("other", "pod-a")));
    started("pod-b");
    a.leadership.stop();
    eventually(() -> labelled().equals(List.of("other", "pod-b")));
  }

  @Test
  void aStartingProcessTakesTheLabelOffItselfAndAStoppingOneToo() {
    Replica a = started("pod-a");
    eventually(a::leads);
    Replica b = started("pod-b");
    eventually(() -> labelled().equals(List.of("other", "pod-a")));
    b.leadership.stop();
    a.leadership.stop();
    eventually(() -> labelled().equals(List.of("other")));
  }

  @Test
  void aNewTermPutsTheLabelBackThatAnotherLeaderTookOff() {
    Replica a = started("pod-a");
    eventually(() -> labelled().equals(List.of("other", "pod-a")));
    client
        .pods()
        .inNamespace(namespace)
        .withName("pod-a")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"labels\":{\"" + RoleLabel.LABEL + "\":null}}}");
    a.pause.set(Duration.ofMinutes(1).toNanos());
    eventually(() -> a.leadership.leads(2));
    eventually(() -> labelled().equals(List.of("other", "pod-a")));
  }

  @Test
  void aCleanStopGivesTheLeaseUpAndAnotherLeadsAtOnce() {
    Replica a = started("pod-a");
    eventually(a::leads);
    Replica b = started("pod-b");
    a.leadership.stop();
    assertThat(a.leads()).isFalse();
    assertThat(lease()).isNotEqualTo(a.leadership.identity());
    eventually(b::leads);
    eventually(() -> a.told.equals(List.of("leading 1", "following")));
  }

  @Test
  void aPausedLeaderDoesNotLeadAndStandsAgainWhenItWakes() {
    Replica a = started("pod-a");
    eventually(a::leads);
    a.pause.set(Duration.ofMinutes(1).toNanos());
    assertThat(a.leadership.leads(1)).isFalse();
    eventually(a::leads);
    assertThat(a.leadership.leads(1)).isFalse();
    eventually(() -> a.told.equals(List.of("leading 1", "following", "leading 2")));
  }

  @Test
  void aLeaderWhoseLeaseWasTakenFollowsAndLeadsAgainLater() {
    Replica a = started("pod-a");
    eventually(a::leads);
    client
        .leases()
        .inNamespace(namespace)
        .withName("tidemark")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"holderIdentity\":\"thief\",\"leaseDurationSeconds\":1}}");
    eventually(() -> a.leadership.state().equals(new Following("thief")));
    eventually(() -> a.leadership.leads(2));
    eventually(() -> a.told.equals(List.of("leading 1", "following", "leading 2")));
  }

  @Test
  void aListenerThatFailsHidesNothingFromTheNext() {
    Replica a = new Replica("pod-a", true);
    a.leadership.addListener(
        new LeadershipListener() {
          @Override
          public void onLeading(long term) {
            throw new IllegalStateException("listener");
          }

          @Override
          public void onFollowing() {}
        });
    List<Long> terms = new CopyOnWriteArrayList<>();
    a.leadership.addListener(
        new LeadershipListener() {
          @Override
          public void onLeading(long term) {
            terms.add(term);
          }

          @Override
          public void onFollowing() {}
        });
    a.leadership.start();
    eventually(() -> terms.equals(List.of(1L)));
  }

  @Test
  void whereLeadershipIsOffOneReplicaLeadsAtOnceWithLabelAndWithoutLease() {
    Replica a = new Replica("pod-a", false);
    a.leadership.start();
    assertThat(a.leadership.leads(1)).isTrue();
    eventually(() -> labelled().equals(List.of("other", "pod-a")));
    assertThat(client.leases().inNamespace(namespace).list().getItems()).isEmpty();
  }

  @Test
  void aProcessThatLeadsAloneWritesNothing() {
    Replica a = new Replica("pod-a", true);
    a.leadership.startAlone();
    assertThat(a.leads()).isTrue();
    assertThat(client.leases().inNamespace(namespace).list().getItems()).isEmpty();
    assertThat(labelled()).containsExactly("other", "pod-a", "pod-b");
  }

  private Replica started(String pod) {
    Replica replica = new Replica(pod, true);
    replica.leadership.start();
    return replica;
  }

  private String lease() {
    return client
        .leases()
        .inNamespace(namespace)
        .withName("tidemark")
        .get()
        .getSpec()
        .getHolderIdentity();
  }

  private List<String> labelled() {
    List<String> names = new ArrayList<>();
    client
        .pods()
        .inNamespace(namespace)
        .withLabels(Map.of(RoleLabel.LABEL, RoleLabel.LEADER))
        .list()
        .getItems()
        .forEach(pod -> names.add(pod.getMetadata().getName()));
    Collections.sort(names);
    return names;
  }

  private static void eventually(BooleanSupplier holds) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("ten seconds have passed").isLessThan(deadline);
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private final class Replica {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final AtomicLong pause = new AtomicLong();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Leadership leadership;

    Replica(String pod, boolean enabled) {
      leadership =
          new Leadership(
              new Config(namespace, pod, enabled),
              client,
              metrics,
              Clock.systemUTC(),
              () -> System.nanoTime() + pause.get(),
              () -> "1");
      leadership.addListener(
          new LeadershipListener() {
            @Override
            public void onLeading(long term) {
              told.add("leading " + term);
            }

            @Override
            public void onFollowing() {
              told.add("following");
            }
          });
      replicas.add(this);
    }

    boolean leads() {
      return leadership.state() instanceof Leading;
    }

    double gauge() {
      return metrics.get("tidemark.leader").gauge().value();
    }
  }

  private record Config(String kubeNamespace, String pod, boolean enabled)
      implements LeadershipConfig {
    @Override
    public String leaseName() {
      return "tidemark";
    }

    @Override
    public Optional<String> namespace() {
      return Optional.of(kubeNamespace);
    }

    @Override
    public Optional<String> podName() {
      return Optional.of(pod);
    }

    @Override
    public String podSelector() {
      return "app=tidemark";
    }

    @Override
    public Duration leaseDuration() {
      return Duration.ofSeconds(2);
    }

    @Override
    public Duration renewDeadline() {
      return Duration.ofMillis(1500);
    }

    @Override
    public Duration retryPeriod() {
      return Duration.ofMillis(100);
    }
  }
}
