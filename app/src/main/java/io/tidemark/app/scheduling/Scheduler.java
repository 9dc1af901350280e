package io.tidemark.app.scheduling;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Cancel;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Filters and binds the pods of one cluster. Decides nothing itself: the modules plan, rank and
 * reserve, and the gateway writes.
 */
public final class Scheduler {
  /**
   * How often a choice is made anew when the ledger moved between the plan and the reservation.
   * Only other filters that won in the meantime make that happen, so each try is progress for one.
   */
  private static final int ATTEMPTS = 8;

  private final ModuleBus bus;
  private final ClusterGateway gateway;
  private final NodeSearch search;
  private final PlacementAnnotations annotations;
  private final Consumer<UsageChange> changes;

  /**
   * @param changes is told what reservations did to the ledger
   */
  public Scheduler(
      ModuleBus bus,
      ClusterGateway gateway,
      PlacementAnnotations annotations,
      Consumer<UsageChange> changes) {
    this.bus = bus;
    this.gateway = gateway;
    this.search = new NodeSearch(bus, gateway.id());
    this.annotations = annotations;
    this.changes = changes;
  }

  /**
   * Chooses a node among the candidates and reserves the pod's share there. An earlier reservation
   * of the pod ends, whatever the outcome.
   *
   * @param candidates names of nodes; null for all
   */
  public FilterOutcome filter(PodRecord pod, @Nullable List<String> candidates, Instant at) {
    if (!pod.asks()) {
      return new FilterOutcome.PassThrough();
    }
    giveUp(pod, at);
    NodeRefusal conflict = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      NodeSearch.Result result = search.nodes(pod, snapshot(at), candidates, at);
      if (result instanceof NodeSearch.Result.Unreadable unreadable) {
        return new FilterOutcome.Failed(unreadable.reason());
      }
      NodeSearch.Result.Found found = (NodeSearch.Result.Found) result;
      if (found.plans().isEmpty()) {
        return new FilterOutcome.NoneFits(found.refusals());
      }
      NodePlan best = search.best(found, at);
      PodAllocation allocation = best.allocation();
      ReserveReply reserved =
          bus.reserve(
              new Reserve(
                  cluster(),
                  at,
                  pod,
                  best.node().name(),
                  allocation,
                  found.policy().idleDevicesOnly()));
      if (reserved instanceof ReserveReply.Reserved done) {
        changes.accept(done.change());
        return new FilterOutcome.Reserved(best.node().name(), allocation);
      }
      if (reserved instanceof ReserveReply.NotWaiting notWaiting) {
        return new FilterOutcome.Failed(notWaiting.reason());
      }
      conflict = ((ReserveReply.Conflict) reserved).reason();
      changes.accept(((ReserveReply.Conflict) reserved).change());
    }
    return new FilterOutcome.Failed(
        "other pods took the chosen share " + ATTEMPTS + " times, the last time on " + conflict);
  }

  /**
   * Binds a pod to the node that was chosen for it: {@link #claim}, then {@link #write}. What the
   * pod had reserved ends with a refusal.
   */
  public BindResult bind(PodRecord pod, String node, Instant at) {
    Claim claim = claim(pod, node, at);
    if (claim instanceof Claim.Refused refused) {
      return new BindResult.Refused(refused.reason());
    }
    PodAllocation allocation = ((Claim.Held) claim).allocation();
    BindOutcome outcome = write(pod, node, allocation, at);
    if (outcome instanceof BindOutcome.Bound) {
      return new BindResult.Bound(allocation);
    }
    if (outcome instanceof BindOutcome.Unknown unknown) {
      return new BindResult.Unknown(unknown.reason());
    }
    giveUp(pod, at);
    return new BindResult.Refused(
        outcome instanceof BindOutcome.Refused refused
            ? refused.reason()
            : ((BindOutcome.Outdated) outcome).reason());
  }

  /** Whether a pod's share on a node is the pod's. */
  public sealed interface Claim {
    record Held(PodAllocation allocation) implements Claim {}

    record Refused(String reason) implements Claim {}
  }

  /**
   * Checks a pod's reservation on a node against the present state; where it is gone or no longer
   * holds, the pod is planned and reserved again on that node.
   */
  public Claim claim(PodRecord pod, String node, Instant at) {
    if (!pod.asks()) {
      return new Claim.Held(PodAllocation.EMPTY);
    }
    PodCharge charge = snapshot(at).charge(pod.uid());
    if (charge != null && charge.node().equals(node) && keep(pod, charge, at)) {
      return new Claim.Held(charge.allocation());
    }
    FilterOutcome again = filter(pod, List.of(node), at);
    return again instanceof FilterOutcome.Reserved reserved
        ? new Claim.Held(reserved.allocation())
        : new Claim.Refused(RefusalText.of(again));
  }

  /** Writes the Binding of a pod whose share is held. */
  public BindOutcome write(PodRecord pod, String node, PodAllocation allocation, Instant at) {
    NodeSnapshot devices = snapshot(at).node(node);
    String unknown = annotations.unknownDevice(allocation, devices);
    if (unknown != null) {
      return new BindOutcome.Refused("node " + node + " does not register device " + unknown);
    }
    return gateway.bind(
        pod,
        node,
        annotations.of(pod, node, allocation, devices, at),
        annotations.labels(pod, node));
  }

  /**
   * An allocation as annotation texts, by family word.
   *
   * @param node that it was made for; null where there is none
   */
  public Map<String, String> texts(PodAllocation allocation, @Nullable String node, Instant at) {
    return annotations.texts(allocation, node == null ? null : snapshot(at).node(node));
  }

  /** Ends what is reserved for a pod. */
  public void giveUp(PodRecord pod, Instant at) {
    changes.accept(bus.cancel(new Cancel(cluster(), at, pod.uid())));
  }

  /** What is reserved for a pod; empty where nothing is. */
  public PodAllocation reservation(PodRecord pod, Instant at) {
    PodCharge charge = snapshot(at).charge(pod.uid());
    return charge == null ? PodAllocation.EMPTY : charge.allocation();
  }

  private boolean keep(PodRecord pod, PodCharge charge, Instant at) {
    ReserveReply reply =
        bus.reserve(
            new Reserve(
                cluster(),
                at,
                pod,
                charge.node(),
                charge.allocation(),
                search.idleDevicesOnly(pod, at)));
    if (reply instanceof ReserveReply.Reserved reserved) {
      changes.accept(reserved.change());
      return true;
    }
    if (reply instanceof ReserveReply.Conflict conflict) {
      changes.accept(conflict.change());
    }
    return false;
  }

  private ClusterSnapshot snapshot(Instant at) {
    return bus.snapshot(new TakeSnapshot(cluster(), at));
  }

  private ClusterId cluster() {
    return gateway.id();
  }
}
