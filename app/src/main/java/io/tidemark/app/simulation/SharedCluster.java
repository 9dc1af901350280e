package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.Handover;
import io.tidemark.app.cluster.ObservedPod;
import io.tidemark.app.cluster.embedded.PodObjects;
import io.tidemark.app.config.AdvancingClock;
import io.tidemark.app.report.SimulationReport;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.Timer;
import io.tidemark.app.simulation.scenario.SimulationInput;
import io.tidemark.app.simulation.scenario.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A simulated cluster whose ledger others ask too, and whose pods they may bind while a Scenario
 * plays. Its time is the program's, and goes on. Thread-safe: one thing happens at a time.
 */
public final class SharedCluster {
  /**
   * What goes on around it.
   *
   * @param decisions gets what kube-scheduler's stand-in decides
   * @param observers is told what was observed, after the ledger has taken it
   * @param timer starts what the virtual device plugin does later
   */
  public record Surroundings(
      DecisionLog decisions, BiConsumer<ClusterEvent, UsageChange> observers, Timer timer) {}

  /** How a Scenario is played. */
  public interface Pace {
    /** A step is about to happen; may wait. */
    void before(Step step) throws InterruptedException;
  }

  /**
   * How a play ended.
   *
   * @param held how many expectations held
   * @param failures those that did not, in words
   */
  public record Played(String name, int steps, int held, List<String> failures) {}

  private final SimulatedCluster cluster;
  private final DeviceFamilies families;
  private final AdvancingClock clock;
  private final Surroundings surroundings;

  SharedCluster(
      SimulatedCluster.Environment environment,
      DeviceFamilies families,
      ClusterId id,
      AdvancingClock clock,
      Surroundings surroundings) {
    this.families = families;
    this.clock = clock;
    this.surroundings = surroundings;
    this.cluster = new SimulatedCluster(environment, id, new ProgramTime(), new Watcher());
  }

  /** How whoever else schedules here reaches the cluster. */
  public ClusterGateway gateway() {
    return new SharedGateway(cluster, this, surroundings.timer());
  }

  /** Shows that there is nothing yet. */
  public synchronized void open() {
    cluster.start(List.of(), List.of());
  }

  /** Puts there what an input has from the start; its steps are still to be played. */
  public synchronized Play begin(SimulationInput input) {
    Simulation simulation = new Simulation(input, cluster, families);
    simulation.begin();
    return new Play(input.name(), simulation);
  }

  /** The steps of an input. */
  public final class Play {
    private final String name;
    private final Simulation simulation;

    private Play(String name, Simulation simulation) {
      this.name = name;
      this.simulation = simulation;
    }

    /** Plays the steps to their end. */
    public Played run(Pace pace) throws InterruptedException {
      for (Step step : simulation.steps()) {
        pace.before(step);
        synchronized (SharedCluster.this) {
          simulation.perform(step);
        }
      }
      synchronized (SharedCluster.this) {
        SimulationReport.Expectations expectations = cluster.recorder().expectations();
        return new Played(
            name,
            simulation.steps().size(),
            expectations.passed(),
            List.copyOf(expectations.failures()));
      }
    }
  }

  /**
   * Does what is due by now: reservations end, and waiting pods are tried again, since others may
   * have given up what they had reserved.
   */
  public synchronized void tick() {
    cluster.advance(Duration.ZERO);
    cluster.tryWaiting();
  }

  private final class ProgramTime implements SimulatedClock {
    @Override
    public Instant now() {
      return clock.instant();
    }

    @Override
    public void advance(Duration by) {
      clock.advance(by);
    }
  }

  private final class Watcher implements ClusterWatcher {
    @Override
    public void observed(ClusterEvent event, UsageChange change) {
      surroundings.observers().accept(served(event), change);
    }

    @Override
    public void decided(PodBook.Entry pod) {
      PodOutcome outcome = pod.outcome();
      What what = what(outcome);
      if (what != null) {
        surroundings
            .decisions()
            .add(
                new DecisionLog.Entry(
                    clock.instant(),
                    pod.key(),
                    uid(pod, what),
                    what,
                    outcome.node(),
                    what == What.RESERVED ? null : outcome.reason()));
      }
    }
  }

  /** The virtual kubelet has a pod's devices as soon as it is bound: nobody waits for them. */
  private static ClusterEvent served(ClusterEvent event) {
    if (event instanceof ClusterEvent.PodSeen seen) {
      return new ClusterEvent.PodSeen(served(seen.pod()));
    }
    return event instanceof ClusterEvent.PodsListed listed
        ? new ClusterEvent.PodsListed(
            listed.pods().stream().map(SharedCluster::served).toList(), listed.resourceVersion())
        : event;
  }

  private static ObservedPod served(ObservedPod pod) {
    return new ObservedPod(pod.pod(), Handover.NONE);
  }

  private static @Nullable What what(PodOutcome outcome) {
    return switch (outcome.decision()) {
      case DENIED -> What.DENIED;
      case UNSCHEDULABLE -> What.UNSCHEDULABLE;
      case BOUND -> What.BOUND;
      case PENDING -> outcome.node() == null ? null : What.RESERVED;
      case DELETED -> null;
    };
  }

  /** A pod that was denied never had one in the cluster. */
  private static String uid(PodBook.Entry pod, What what) {
    JsonNode object = pod.lastObject();
    return what == What.DENIED || object == null ? "" : PodObjects.uid(object);
  }
}
