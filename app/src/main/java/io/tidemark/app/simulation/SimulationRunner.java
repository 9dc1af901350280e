package io.tidemark.app.simulation;

import io.tidemark.admission.bus.AdmissionConfig;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.AdvancingClock;
import io.tidemark.app.report.SimulationReport;
import io.tidemark.app.scheduling.PlacementAnnotations;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.simulation.scenario.KubeObject;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Runs inputs, each on a cluster of its own beside all others. */
@ApplicationScoped
public class SimulationRunner {
  private final SimulatedCluster.Environment environment;
  private final DeviceFamilies families;
  private final AdvancingClock clock;
  private final AtomicLong clusters = new AtomicLong();

  public SimulationRunner(
      ModuleBus bus, DeviceFamilies families, AdmissionConfig admission, AdvancingClock clock) {
    this.environment =
        new SimulatedCluster.Environment(
            bus,
            new ObjectReader(families, clock.getZone()),
            new PlacementAnnotations(families),
            new LinkedHashSet<>(admission.schedulerNames()));
    this.families = families;
    this.clock = clock;
  }

  /**
   * @param progress is told the number of every step that is done
   */
  public SimulationReport run(SimulationInput input, IntConsumer progress) {
    try (SimulatedCluster cluster = newCluster()) {
      return new Simulation(input, cluster, families).run(progress);
    }
  }

  /**
   * Why a pod of the input is pending. Where there is a Scenario it is run to its end first; else
   * the pods that have a node are there. A pod of the files that has not entered by then is
   * admitted as a new one.
   *
   * @return null where the input names no such pod
   */
  public @Nullable PodStanding explain(SimulationInput input, PodKey pod, IntConsumer progress) {
    try (SimulatedCluster cluster = newCluster()) {
      new Simulation(input, cluster, families).runUpTo(pod, progress);
      PodAnswer answer = cluster.answer(pod);
      PodBook.Entry entry = cluster.book().find(pod);
      return entry == null || answer instanceof PodAnswer.Unknown
          ? null
          : new PodStanding(entry.outcome(), answer);
    }
  }

  /**
   * Why a pod of a cluster is pending, with all pods of the cluster there as they are.
   *
   * @return null where there is no such pod
   */
  public @Nullable PodStanding explain(List<KubeObject> objects, PodKey pod) {
    try (SimulatedCluster cluster = newCluster()) {
      cluster.start(objects, List.of(pod));
      PodAnswer answer = cluster.answer(pod);
      PodBook.Entry entry = cluster.book().find(pod);
      return entry == null || answer instanceof PodAnswer.Unknown
          ? null
          : new PodStanding(entry.outcome(), answer);
    }
  }

  /** A cluster that others see and schedule too, with nothing in it yet; its time goes on. */
  public SharedCluster share(ClusterId id, SharedCluster.Surroundings surroundings) {
    return new SharedCluster(environment, families, id, clock, surroundings);
  }

  private SimulatedCluster newCluster() {
    ClusterId id = new ClusterId("simulation-" + clusters.incrementAndGet());
    return new SimulatedCluster(
        environment, id, SimulatedClock.standingStill(clock.instant()), ClusterWatcher.NONE);
  }
}
