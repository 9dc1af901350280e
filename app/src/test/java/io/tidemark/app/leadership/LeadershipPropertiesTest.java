package io.tidemark.app.leadership;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.app.leadership.LeadershipState.Leading;
import io.tidemark.app.leadership.ScriptedLeases.Fate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Three replicas whose clocks differ by up to minutes, an API server that is slow and loses
 * requests and answers, processes that stand still for any time: at no moment do two lead.
 */
class LeadershipPropertiesTest {
  private static final LeaseSettings SETTINGS =
      new LeaseSettings(
          "gpu", "tidemark", Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

  private static final int REPLICAS = 3;

  /** Says that requests get lost, thousands of times. */
  private static final Logger NOISE = Logger.getLogger(ObservedLease.class.getName());

  @BeforeAll
  static void beQuiet() {
    NOISE.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    NOISE.setLevel(null);
  }

  /** What happens next; {@code meanwhile} happens while the replica's write is on its way. */
  private record Step(
      int replica, long waitMillis, boolean arrives, boolean answered, List<Step> meanwhile) {}

  @Test
  void atNoMomentDoTwoLead() {
    Seeds.forAllSteps(
        400,
        random -> steps(random, 60, 1),
        steps -> {
          World world = new World();
          steps.forEach(world::take);
        });
  }

  @Test
  void somebodyLeadsOnceTheServerAnswersForLongEnough() {
    Seeds.forAllSteps(
        100,
        random -> steps(random, 20, 1),
        steps -> {
          World world = new World();
          steps.forEach(world::take);
          for (int second = 0; second < 20; second++) {
            for (int replica = 0; replica < REPLICAS; replica++) {
              world.take(new Step(replica, 400, true, true, List.of()));
            }
          }
          assertThat(world.leaders()).isEqualTo(1);
        });
  }

  private static List<Step> steps(Random random, int count, int depth) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean slow = depth > 0 && random.nextInt(4) == 0;
      steps.add(
          new Step(
              random.nextInt(REPLICAS),
              random.nextInt(10) == 0 ? random.nextInt(30_000) : random.nextInt(3_000),
              random.nextInt(8) > 0,
              random.nextInt(8) > 0,
              slow ? steps(random, random.nextInt(8), depth - 1) : List.of()));
    }
    return steps;
  }

  private static final class World {
    private final ScriptedLeases leases = new ScriptedLeases();
    private final List<Replica> replicas = new ArrayList<>();
    private long millis;

    World() {
      for (int i = 0; i < REPLICAS; i++) {
        replicas.add(new Replica(this, "replica-" + i, Duration.ofSeconds(47L * (i - 1))));
      }
    }

    void take(Step step) {
      pass(step.waitMillis());
      Replica replica = replicas.get(step.replica());
      if (replica.waiting) {
        return; // It stands still while its own write is under way.
      }
      replica.waiting = true;
      List<Step> meanwhile = step.meanwhile();
      int half = meanwhile.size() / 2;
      replica.tryAcquireOrRenew(
          new Fate(
              () -> meanwhile.subList(0, half).forEach(this::take),
              step.arrives(),
              () -> meanwhile.subList(half, meanwhile.size()).forEach(this::take),
              step.answered()));
      replica.waiting = false;
      check();
    }

    /** In small pieces, since a term may end at any moment. */
    private void pass(long wait) {
      for (long passed = 0; passed < wait; passed += 500) {
        millis += Math.min(500, wait - passed);
        check();
      }
    }

    private void check() {
      assertThat(leaders()).as("leaders at %d ms", millis).isLessThanOrEqualTo(1);
    }

    long leaders() {
      return replicas.stream().filter(it -> it.terms.state() instanceof Leading).count();
    }
  }

  /** Does what the elector does with its lock. */
  private static final class Replica {
    private final World world;
    private final String identity;
    private final Clock clock;
    private final Terms terms;
    private final ObservedLease lock;
    private boolean waiting;

    Replica(World world, String identity, Duration ahead) {
      this.world = world;
      this.identity = identity;
      this.clock =
          new Clock() {
            @Override
            public ZoneId getZone() {
              return UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              return this;
            }

            @Override
            public Instant instant() {
              return Instant.ofEpochSecond(1_900_000_000).plusMillis(world.millis).plus(ahead);
            }
          };
      this.terms =
          new Terms(
              identity,
              SETTINGS.renewDeadline(),
              this::nanoTime,
              clock,
              new LeadershipListener() {
                @Override
                public void onLeading(long term) {}

                @Override
                public void onFollowing() {}
              });
      this.lock = new ObservedLease(world.leases, SETTINGS, identity, clock, this::nanoTime, terms);
    }

    private long nanoTime() {
      return Duration.ofMillis(world.millis).toNanos() + identity.hashCode();
    }

    void tryAcquireOrRenew(Fate fate) {
      try {
        LeaderElectionRecord old = lock.get(null);
        ZonedDateTime now = ZonedDateTime.now(clock);
        if (old == null) {
          world.leases.next(fate);
          lock.create(null, record(now, 0));
        } else if (identity.equals(old.getHolderIdentity())
            || old.getHolderIdentity() == null
            || now.isAfter(old.getRenewTime().plus(old.getLeaseDuration()))) {
          world.leases.next(fate);
          lock.update(null, record(now, old.getLeaderTransitions() + 1));
        }
      } catch (KubernetesClientException expected) {
        // The elector tries again.
      }
    }

    private LeaderElectionRecord record(ZonedDateTime now, int transitions) {
      return new LeaderElectionRecord(identity, SETTINGS.leaseDuration(), now, now, transitions);
    }
  }
}
