package io.tidemark.app.scheduling.live;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.Extender;
import io.tidemark.app.scheduling.NodeSearch;
import io.tidemark.app.scheduling.Timer;
import java.time.Clock;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Decides for the waiting pods of a cluster that somebody else schedules, and reports it. There is
 * no way to the cluster here, so nothing can be written; the ledger has what is observed and no
 * reservations.
 */
public final class DryRunScheduling implements Scheduling {
  /**
   * What a dry run works with.
   *
   * @param cluster whose ledger is kept
   * @param problems is told what of the cluster's objects is not right
   */
  public record Environment(
      ModuleBus bus,
      ClusterId cluster,
      ObjectReader reader,
      Standing standing,
      Timer timer,
      Clock clock,
      DecisionLog decisions,
      Consumer<Problem> problems) {}

  private final Environment environment;
  private final ShadowDecisions decisions;
  private final DryRunExtender extender;
  private final Soon decideSoon;

  /**
   * @param schedulerNames whose pods are decided on without anybody asking
   */
  public DryRunScheduling(Environment environment, Set<String> schedulerNames) {
    this.environment = environment;
    this.decideSoon = new Soon(environment.timer(), this::decide);
    this.decisions =
        new ShadowDecisions(
            new NodeSearch(environment.bus(), environment.cluster()),
            environment.decisions(),
            environment.clock(),
            schedulerNames);
    this.extender =
        new DryRunExtender(environment.reader(), environment.standing(), decisions, this::snapshot);
  }

  @Override
  public Extender extender() {
    return extender;
  }

  @Override
  public void observe(ClusterEvent event) {
    UsageChange change =
        environment
            .bus()
            .observe(
                new Observe(environment.cluster(), environment.clock().instant(), event.change()));
    change.problems().forEach(environment.problems());
    if (event instanceof ClusterEvent.PodSeen seen) {
      PodRecord pod = seen.pod().pod();
      if (pod.nodeName() != null) {
        decisions.bound(pod, pod.nodeName());
      }
    } else if (event instanceof ClusterEvent.PodGone gone) {
      decisions.gone(gone.uid());
    } else if (event instanceof ClusterEvent.PodsListed listed) {
      decisions.listed(listed.pods().stream().map(pod -> pod.pod()).toList());
    }
    decideSoon.run();
  }

  @Override
  public void tick() {
    decide();
  }

  @Override
  public void goOn() {
    decideSoon.run();
  }

  @Override
  public void endTerm() {
    // Nobody waits, and nothing is reserved.
  }

  private void decide() {
    if (environment.standing().notCurrent() == null) {
      decisions.decide(snapshot());
    }
  }

  private ClusterSnapshot snapshot() {
    return environment
        .bus()
        .snapshot(new TakeSnapshot(environment.cluster(), environment.clock().instant()));
  }
}
