package io.tidemark.usage;

import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.PlanCheck;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Charges plans for pods that are not bound yet. Not safe for use by several threads. */
final class Reserver {
  private final PlanCheck check;
  private final Duration deadline;
  private final ChargeRules rules;
  private final Totals totals;
  private final PodBook book;
  private final Reservations reservations;
  private final PodAccounts accounts;

  Reserver(
      PlanCheck check,
      Duration deadline,
      ChargeRules rules,
      Totals totals,
      PodBook book,
      Reservations reservations,
      PodAccounts accounts) {
    this.check = check;
    this.deadline = deadline;
    this.rules = rules;
    this.totals = totals;
    this.book = book;
    this.reservations = reservations;
    this.accounts = accounts;
  }

  /** Why nothing can be reserved for the pod, by what is known of it; null where it waits. */
  @Nullable String notWaiting(PodRecord given) {
    if (book.isGone(given.uid())) {
      return "pod " + given.key() + " is gone";
    }
    PodRecord pod = newest(given);
    if (pod.nodeName() != null) {
      return "pod " + pod.key() + " is bound to node " + pod.nodeName();
    }
    if (pod.status().terminal()) {
      return "pod " + pod.key() + " has ended: " + pod.status().phase();
    }
    if (pod.deleting()) {
      return "pod " + pod.key() + " is being deleted";
    }
    return pod.asks() ? null : "pod " + pod.key() + " asks for no device";
  }

  /**
   * Replaces the pod's reservation, if it has one, by this one, if it holds.
   *
   * @return why it does not; the pod is charged nothing then
   */
  Optional<NodeRefusal> reserve(Reserve request, Changes changes) {
    PodRecord pod = newest(request.pod());
    KnownPod known = book.get(pod.uid());
    PodCharge before = known == null ? null : known.charge();
    book.sawVersion(request.pod().resourceVersion());
    reservations.remove(pod.uid());
    totals.exchange(before, null, changes);
    PodCharge after = null;
    Optional<NodeRefusal> refusal;
    try {
      refusal = refusal(request, pod);
      if (refusal.isEmpty()) {
        PodCharge charge = rules.charge(pod, request.node(), request.allocation(), Basis.RESERVED);
        totals.exchange(null, charge, changes);
        after = charge;
        reservations.put(
            new Reservations.Reservation(
                pod.uid(), request.at().plus(deadline), pod.status().unschedulable()));
      }
    } catch (ArithmeticException e) {
      refusal = Optional.of(beyondRange(request.node()));
    }
    changes.charge(before, after, Cause.RESERVATION_ENDED, Cause.RESERVED);
    accounts.remember(pod, known, after, pod.demandProblems(), changes);
    return refusal;
  }

  private Optional<NodeRefusal> refusal(Reserve request, PodRecord pod) {
    NodeTotals node = totals.node(request.node());
    NamespaceTotals namespace = totals.namespace(pod.key().namespace());
    return check.refusal(
        node == null ? unknown(request.node()) : node.snapshot(),
        namespace == null ? NamespaceSnapshot.empty(pod.key().namespace()) : namespace.snapshot(),
        pod,
        request.allocation(),
        request.idleDevicesOnly(),
        request.at());
  }

  /** A filter may be handed a pod before or after the ledger has seen the same version of it. */
  private PodRecord newest(PodRecord given) {
    KnownPod known = book.get(given.uid());
    return known != null && known.isNewerThan(given) ? known.pod() : given;
  }

  private static NodeSnapshot unknown(String name) {
    return new NodeSnapshot(name, null, Map.of(), Map.of(), List.of(), List.of());
  }

  private static NodeRefusal beyondRange(String node) {
    return new NodeRefusal(
        node,
        RefusalCode.ALLOCATED_CARDS_INSUFFICIENT,
        "",
        List.of(),
        "the amounts of the plan leave the range of what can be added up",
        false);
  }
}
