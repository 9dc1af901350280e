package io.tidemark.app.scheduling.live;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Cancel;
import io.tidemark.api.bus.UsageMessages.Expire;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.Extender;
import io.tidemark.app.scheduling.PlacementAnnotations;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.scheduling.Timer;
import io.tidemark.app.scheduling.binding.BindDesk;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Schedules the pods of one live cluster: answers kube-scheduler, takes in what is observed, and
 * sees to it that whoever waits goes on.
 */
public final class LiveScheduling implements Scheduling {
  /**
   * What scheduling works with.
   *
   * @param worker runs what waits for the cluster; never an event loop
   * @param problems is told what of the cluster's objects is not right
   */
  public record Environment(
      ModuleBus bus,
      ClusterGateway gateway,
      DeviceFamilies families,
      ObjectReader reader,
      Standing standing,
      Executor worker,
      Timer timer,
      Clock clock,
      DecisionLog decisions,
      Consumer<Problem> problems) {}

  /**
   * How it schedules.
   *
   * @param bindPatience how long a bind waits for its node
   * @param bareLockLife how long a node lock without owner is respected
   * @param schedulerNames whose pods are woken
   */
  public record Settings(
      FilterMode mode, Duration bindPatience, Duration bareLockLife, Set<String> schedulerNames) {
    public Settings {
      schedulerNames = Set.copyOf(schedulerNames);
    }
  }

  private final Environment environment;
  private final BindDesk desk;
  private final Announcer announcer;
  private final WakeUps wakeUps;
  private final LiveExtender extender;
  private final Soon wakeSoon;

  public LiveScheduling(Environment environment, Settings settings) {
    this.environment = environment;
    this.wakeSoon = new Soon(environment.timer(), this::wake);
    ModuleBus bus = environment.bus();
    ClusterGateway gateway = environment.gateway();
    Scheduler scheduler =
        new Scheduler(
            bus, gateway, new PlacementAnnotations(environment.families()), this::changed);
    this.announcer =
        new Announcer(gateway, this::snapshot, environment.decisions(), environment.clock());
    this.desk =
        BindDesk.of(
            new BindDesk.Environment(
                scheduler,
                gateway,
                environment.families(),
                this::snapshot,
                this::observe,
                environment.standing()::leads,
                environment.worker(),
                environment.timer(),
                environment.clock(),
                announcer),
            settings.bindPatience(),
            settings.bareLockLife());
    this.wakeUps =
        new WakeUps(
            bus,
            gateway,
            pod -> settings.schedulerNames().contains(pod.schedulerName()) && !inFlight(pod),
            announcer::woken,
            environment.clock());
    this.extender =
        new LiveExtender(
            bus,
            gateway.id(),
            environment.reader(),
            scheduler,
            desk,
            environment.standing(),
            announcer,
            new HolderCheck(gateway, this::observe),
            settings.mode(),
            environment.clock());
  }

  @Override
  public Extender extender() {
    return extender;
  }

  @Override
  public void observe(ClusterEvent event) {
    Observe message =
        new Observe(environment.gateway().id(), environment.clock().instant(), event.change());
    observed(event, environment.bus().observe(message));
  }

  /** Takes in an observation that the ledger has seen. */
  public void observed(ClusterEvent event, UsageChange change) {
    changed(change);
    desk.observed(event);
  }

  @Override
  public void tick() {
    changed(
        environment
            .bus()
            .expire(new Expire(environment.gateway().id(), environment.clock().instant())));
  }

  @Override
  public void goOn() {
    desk.wakeAll();
    wakeSoon.run();
  }

  @Override
  public void endTerm() {
    snapshot().charges().values().stream()
        .filter(charge -> charge.basis() == PodCharge.Basis.RESERVED)
        .map(charge -> charge.pod().uid())
        .sorted()
        .forEach(this::cancel);
    desk.wakeAll();
  }

  private void cancel(String uid) {
    changed(
        environment
            .bus()
            .cancel(new Cancel(environment.gateway().id(), environment.clock().instant(), uid)));
  }

  private void changed(UsageChange change) {
    change.problems().forEach(environment.problems());
    if (environment.standing().leads()) {
      announcer.changed(change);
      if (change.freesRoom()) {
        wakeSoon.run();
      }
    }
  }

  private void wake() {
    Standing standing = environment.standing();
    if (standing.leads() && standing.notCurrent() == null) {
      wakeUps.wake();
    }
  }

  private boolean inFlight(PodRecord pod) {
    return desk.inFlight(pod.key());
  }

  private ClusterSnapshot snapshot() {
    return environment
        .bus()
        .snapshot(new TakeSnapshot(environment.gateway().id(), environment.clock().instant()));
  }
}
