package io.tidemark.app.scheduling.live;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageChange.OverFull;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ClusterGateway.PodEvent;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.binding.BindDesk;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells what became of pods: their users, as events whose reasons are those that HAMi's dashboards
 * know (protocol, section 4.3), and whoever asks later, in the log of decisions. Thread-safe.
 */
public final class Announcer implements BindDesk.Listener {
  private final ClusterGateway gateway;
  private final Supplier<ClusterSnapshot> ledger;
  private final DecisionLog decisions;
  private final Clock clock;
  private final Set<Place> overFull = new HashSet<>();

  private record Place(String node, DeviceId device) {}

  /**
   * @param ledger the present state of the ledger
   */
  public Announcer(
      ClusterGateway gateway,
      Supplier<ClusterSnapshot> ledger,
      DecisionLog decisions,
      Clock clock) {
    this.gateway = gateway;
    this.ledger = ledger;
    this.decisions = decisions;
    this.clock = clock;
  }

  /** The pod's share on that node is reserved for it. */
  void reserved(PodRecord pod, String node) {
    log(pod, What.RESERVED, node, null);
  }

  /**
   * A filter found nodes and reserved nothing.
   *
   * @param nodes at least one
   */
  void fits(PodRecord pod, List<String> nodes) {
    log(pod, What.CHOSEN, null, "fits " + nodes.size() + " of the nodes asked about");
  }

  /** It waited, and fits by now. */
  void woken(PodRecord pod) {
    log(pod, What.WOKEN, null, "fits now");
  }

  /** No node can take the pod now. */
  void refused(PodRecord pod, String reason) {
    log(pod, What.UNSCHEDULABLE, null, reason);
    tell(pod, PodEvent.Kind.WARNING, "FilteringFailed", reason);
  }

  @Override
  public void bound(PodRecord pod, String node) {
    log(pod, What.BOUND, node, null);
    tell(pod, PodEvent.Kind.NORMAL, "BindingSucceed", "bound to node " + node);
  }

  @Override
  public void failed(PodRecord pod, String node, String reason) {
    log(pod, What.BIND_FAILED, node, reason);
    tell(pod, PodEvent.Kind.WARNING, "BindingFailed", "not bound to node " + node + ": " + reason);
  }

  @Override
  public void unknown(PodRecord pod, String node, String reason) {
    log(pod, What.BIND_FAILED, node, "not known yet whether bound: " + reason);
  }

  private void log(PodRecord pod, What what, @Nullable String node, @Nullable String reason) {
    decisions.add(new DecisionLog.Entry(clock.instant(), pod.key(), pod.uid(), what, node, reason));
  }

  /** Tells every pod on a device that holds more than it has, once until that has cleared. */
  void changed(UsageChange change) {
    newlyOverFull(change).forEach(this::tellHolders);
  }

  private synchronized List<OverFull> newlyOverFull(UsageChange change) {
    List<OverFull> news = new ArrayList<>();
    Set<Place> now = new HashSet<>();
    for (OverFull full : change.overFull()) {
      Place place = new Place(full.node(), full.device());
      now.add(place);
      if (overFull.add(place)) {
        news.add(full);
      }
    }
    Set<String> nodes = new HashSet<>();
    change.pods().forEach(pod -> nodes.add(pod.node()));
    overFull.removeIf(place -> nodes.contains(place.node()) && !now.contains(place));
    return news;
  }

  private void tellHolders(OverFull full) {
    NodeSnapshot node = ledger.get().node(full.node());
    if (node == null) {
      return;
    }
    String text =
        "device "
            + full.device().uuid()
            + " of node "
            + full.node()
            + " holds more than it has: "
            + full.used().memoryMiB()
            + " of "
            + full.capacity().memoryMiB()
            + " MiB, "
            + full.used().cores()
            + " of "
            + full.capacity().cores()
            + " cores, "
            + full.used().slots()
            + " of "
            + full.capacity().slots()
            + " slots; nothing new is placed on it until that clears";
    for (PodCharge charge : node.charges()) {
      if (!charge.footprint().on(full.device()).isZero()) {
        tell(charge.pod(), PodEvent.Kind.WARNING, "DeviceOverFull", text);
      }
    }
  }

  private void tell(PodRecord pod, PodEvent.Kind kind, String reason, String message) {
    gateway.tell(pod, new PodEvent(kind, reason, message));
  }
}
