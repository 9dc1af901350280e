package io.tidemark.usage;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageMessages.AuditReport;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlanCheck;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What every pod of one cluster is charged, and the sums of it. Safe for use by several threads:
 * everything happens behind one lock, held for what a message touches. Listeners are called outside
 * of it, so they may see changes of different threads in another order than their versions.
 */
public final class Ledger {
  private final ClusterId cluster;
  private final ChargeRules rules;
  private final Totals totals = new Totals();
  private final PodBook book = new PodBook();
  private final Reservations reservations = new Reservations();
  private final PodAccounts pods;
  private final ObjectAccounts objects;
  private final Reserver reserver;
  private final SnapshotPublisher publisher;
  private final Consumer<UsageChange> listener;
  private final Object lock = new Object();

  /** One message's effect, and whether anybody wants to know of it. */
  private record Applied(UsageChange change, boolean worthTelling) {}

  /**
   * @param listener is told of every change that changed something, by the thread that made it
   */
  public Ledger(
      ClusterId cluster,
      DeviceFamilies families,
      LedgerSettings settings,
      Consumer<UsageChange> listener) {
    this.cluster = cluster;
    this.listener = listener;
    this.rules = new ChargeRules(settings.release());
    this.pods = new PodAccounts(families, rules, totals, book, reservations);
    this.objects = new ObjectAccounts(totals, pods);
    this.reserver =
        new Reserver(
            new PlanCheck(families),
            settings.reservationDeadline(),
            rules,
            totals,
            book,
            reservations,
            pods);
    this.publisher = new SnapshotPublisher(cluster);
  }

  /** Takes in what was seen of the cluster. */
  public UsageChange observe(ClusterChange change, Instant at) {
    return apply(at, changes -> take(change, at, changes));
  }

  /**
   * Charges a plan for a waiting pod if it still holds, in place of what it had reserved before.
   */
  public ReserveReply reserve(Reserve request) {
    Applied applied;
    Optional<NodeRefusal> refusal;
    synchronized (lock) {
      String notWaiting = reserver.notWaiting(request.pod());
      if (notWaiting != null) {
        return new ReserveReply.NotWaiting(notWaiting);
      }
      Changes changes = new Changes();
      refusal = reserver.reserve(request, changes);
      applied = finish(request.at(), changes);
    }
    tell(applied);
    return refusal.isPresent()
        ? new ReserveReply.Conflict(refusal.get(), applied.change())
        : new ReserveReply.Reserved(applied.change());
  }

  /** Ends the pod's reservation; nothing happens where it has none. */
  public UsageChange cancel(String uid, Instant at) {
    return apply(at, changes -> pods.endReservation(uid, Cause.RESERVATION_ENDED, changes));
  }

  /** Ends every reservation whose deadline has come at that time. */
  public UsageChange expire(Instant at) {
    return apply(
        at,
        changes ->
            reservations
                .due(at)
                .forEach(uid -> pods.endReservation(uid, Cause.RESERVATION_EXPIRED, changes)));
  }

  /** The present state; the same instance as before where nothing changed since. */
  public ClusterSnapshot snapshot() {
    synchronized (lock) {
      return publisher.snapshot(totals, book);
    }
  }

  /** Recomputes, outside of the lock, everything that a snapshot shows. */
  public AuditReport audit() {
    return new AuditReport(cluster, new Audit(rules).drift(snapshot()));
  }

  private UsageChange apply(Instant at, Consumer<Changes> message) {
    Applied applied;
    synchronized (lock) {
      Changes changes = new Changes();
      message.accept(changes);
      applied = finish(at, changes);
    }
    tell(applied);
    return applied.change();
  }

  private Applied finish(Instant at, Changes changes) {
    publisher.mark(changes);
    return new Applied(
        new UsageChange(
            cluster,
            at,
            publisher.version(),
            changes.podChanges(),
            changes.overFull(totals),
            changes.problems(),
            changes.areFreeingRoom()),
        changes.areWorthTelling());
  }

  private void tell(Applied applied) {
    if (applied.worthTelling()) {
      listener.accept(applied.change());
    }
  }

  private void take(ClusterChange change, Instant at, Changes changes) {
    if (change instanceof ClusterChange.PodSeen seen) {
      pods.seen(seen.pod(), changes);
    } else if (change instanceof ClusterChange.PodGone gone) {
      pods.gone(gone.uid(), changes);
    } else if (change instanceof ClusterChange.PodsListed listed) {
      pods.listed(listed.pods(), listed.resourceVersion(), changes);
    } else if (change instanceof ClusterChange.NodeSeen seen) {
      objects.nodeSeen(seen.node(), at, changes);
    } else if (change instanceof ClusterChange.NodeGone gone) {
      objects.nodeGone(gone.name(), changes);
    } else if (change instanceof ClusterChange.NodesListed listed) {
      objects.nodesListed(listed.nodes(), at, changes);
    } else if (change instanceof ClusterChange.QuotaSeen seen) {
      objects.quotaSeen(seen.quota(), changes);
    } else if (change instanceof ClusterChange.QuotaGone gone) {
      objects.quotaGone(gone.namespace(), gone.name(), changes);
    } else if (change instanceof ClusterChange.QuotasListed listed) {
      objects.quotasListed(listed.quotas(), changes);
    } else {
      throw new IllegalArgumentException("no such change: " + change);
    }
  }
}
