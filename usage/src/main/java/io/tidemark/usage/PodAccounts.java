package io.tidemark.usage;

import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.PodCharge.Basis;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns what is seen of pods into charges. Not safe for use by several threads. */
final class PodAccounts {
  private final DeviceFamilies families;
  private final ChargeRules rules;
  private final Totals totals;
  private final PodBook book;
  private final Reservations reservations;

  PodAccounts(
      DeviceFamilies families,
      ChargeRules rules,
      Totals totals,
      PodBook book,
      Reservations reservations) {
    this.families = families;
    this.rules = rules;
    this.totals = totals;
    this.book = book;
    this.reservations = reservations;
  }

  /** A pod that was never seen to ask is not remembered. */
  void seen(PodRecord pod, Changes changes) {
    book.sawVersion(pod.resourceVersion());
    KnownPod known = book.get(pod.uid());
    if (book.isGone(pod.uid()) || (known == null && !pod.asks())) {
      return;
    }
    if (known != null && (known.isNewerThan(pod) || known.pod().equals(pod))) {
      return;
    }
    observe(pod, known, changes);
  }

  void gone(String uid, Changes changes) {
    KnownPod known = book.get(uid);
    if (known != null) {
      totals.exchange(known.charge(), null, changes);
      changes.charge(known.charge(), null, Cause.GONE, Cause.GONE);
      markVisible(known, null, uid, changes);
      reservations.remove(uid);
    }
    book.bury(uid);
  }

  void listed(List<PodRecord> pods, long version, Changes changes) {
    Set<String> listed = new HashSet<>();
    for (PodRecord pod : pods) {
      listed.add(pod.uid());
      book.revive(pod.uid(), version);
      seen(pod, changes);
    }
    book.sawVersion(version);
    for (String uid : book.uids()) {
      if (!listed.contains(uid) && !isNewerThanList(uid, version)) {
        gone(uid, changes);
      }
    }
  }

  /** Ends the pod's reservation, if it has one. */
  void endReservation(String uid, Cause cause, Changes changes) {
    KnownPod known = book.get(uid);
    if (known == null || !known.isReserved()) {
      return;
    }
    reservations.remove(uid);
    totals.exchange(known.charge(), null, changes);
    changes.charge(known.charge(), null, cause, cause);
    replace(known, known.withCharge(null), changes);
  }

  /** Looks again at what the charges on a node say of devices that it does not register. */
  void inventoryChanged(String node, Changes changes) {
    NodeTotals there = totals.node(node);
    if (there == null) {
      return;
    }
    for (PodCharge charge : there.charges()) {
      KnownPod known = Objects.requireNonNull(book.get(charge.pod().uid()));
      List<Problem> strays = strays(charge);
      if (!strays.equals(known.strays())) {
        reportNew(strays, known.strays(), changes);
        book.put(known.withStrays(strays));
      }
    }
  }

  private boolean isNewerThanList(String uid, long version) {
    KnownPod known = book.get(uid);
    return known != null && version != PodRecord.UNKNOWN_VERSION && known.version() > version;
  }

  /** Takes a record that is not older than what is known. */
  private void observe(PodRecord pod, @Nullable KnownPod known, Changes changes) {
    PodCharge before = known == null ? null : known.charge();
    List<Problem> problems = new ArrayList<>();
    PodCharge after;
    Cause ended = Cause.ALLOCATION_CHANGED;
    if (pod.status().terminal() || !pod.asks()) {
      ended = pod.status().terminal() ? Cause.ENDED : Cause.ALLOCATION_CHANGED;
      after = null;
      totals.exchange(before, null, changes);
    } else if (pod.nodeName() != null) {
      ended = Cause.RESERVATION_ENDED;
      after = chargeBound(pod, pod.nodeName(), before, problems, changes);
    } else {
      problems.addAll(pod.demandProblems());
      boolean reserved = known != null && known.isReserved();
      ended = reserved ? Cause.RESERVATION_ENDED : Cause.ALLOCATION_CHANGED;
      after = reserved && before != null && stillReserved(pod) ? carriedOver(pod, before) : null;
      totals.exchange(before, after, changes);
    }
    if (after == null || after.basis() != Basis.RESERVED) {
      reservations.remove(pod.uid());
    }
    changes.charge(before, after, ended, cause(before, after));
    remember(pod, known, after, problems, changes);
  }

  /** Stores what was found of a pod, and reports what of it was not reported before. */
  void remember(
      PodRecord pod,
      @Nullable KnownPod known,
      @Nullable PodCharge charge,
      List<Problem> problems,
      Changes changes) {
    List<Problem> strays = charge == null ? List.of() : strays(charge);
    reportNew(problems, known == null ? List.of() : known.problems(), changes);
    reportNew(strays, known == null ? List.of() : known.strays(), changes);
    replace(known, new KnownPod(pod, version(pod, known), charge, problems, strays), changes);
  }

  private PodCharge chargeBound(
      PodRecord pod,
      String node,
      @Nullable PodCharge before,
      List<Problem> problems,
      Changes changes) {
    Claims claims = Claims.of(pod, node, before, families);
    problems.addAll(claims.problems());
    ArithmeticException beyondRange = null;
    for (Claims.Claim claim : claims.inOrder()) {
      try {
        PodCharge charge = rules.charge(pod, node, claim.allocation(), claim.basis());
        totals.exchange(before, charge, changes);
        if (beyondRange != null) {
          problems.add(beyondRange(pod));
        }
        return charge;
      } catch (ArithmeticException e) {
        beyondRange = e;
      }
    }
    problems.add(beyondRange(pod));
    PodCharge nothing = ChargeRules.beyondRange(pod, node);
    totals.exchange(before, nothing, changes);
    return nothing;
  }

  /** A pod that is being deleted is not bound any more; a new condition is a failed attempt. */
  private boolean stillReserved(PodRecord pod) {
    Reservations.Reservation reservation = reservations.get(pod.uid());
    String unschedulable = pod.status().unschedulable();
    return reservation != null
        && !pod.deleting()
        && (unschedulable == null || unschedulable.equals(reservation.unschedulable()));
  }

  private static PodCharge carriedOver(PodRecord pod, PodCharge reserved) {
    return new PodCharge(
        pod,
        reserved.node(),
        reserved.allocation(),
        reserved.footprint(),
        reserved.kubeletCounts(),
        Basis.RESERVED);
  }

  private static Cause cause(@Nullable PodCharge before, @Nullable PodCharge after) {
    if (before == null || after == null || !before.node().equals(after.node())) {
      return Cause.PLACED;
    }
    return before.allocation().equals(after.allocation())
        ? Cause.PROGRESS
        : Cause.ALLOCATION_CHANGED;
  }

  private List<Problem> strays(PodCharge charge) {
    NodeTotals node = totals.node(charge.node());
    if (node == null || node.node() == null) {
      return List.of();
    }
    List<Problem> strays = new ArrayList<>();
    for (DeviceId device : charge.footprint().devices().keySet()) {
      if (node.registered(device) == null) {
        strays.add(
            Claims.problem(
                charge.pod(),
                device.family(),
                families,
                "device "
                    + device.uuid()
                    + " is not registered by node "
                    + charge.node()
                    + "; charged to it, and counted when it appears"));
      }
    }
    return strays;
  }

  private void replace(@Nullable KnownPod before, KnownPod after, Changes changes) {
    book.put(after);
    markVisible(before, after, after.pod().uid(), changes);
  }

  private static void markVisible(
      @Nullable KnownPod before, @Nullable KnownPod after, String uid, Changes changes) {
    PodCharge chargeBefore = before == null ? null : before.charge();
    PodCharge chargeAfter = after == null ? null : after.charge();
    PodRecord waitingBefore = before == null ? null : before.waiting();
    PodRecord waitingAfter = after == null ? null : after.waiting();
    if (chargeBefore != chargeAfter || !Objects.equals(waitingBefore, waitingAfter)) {
      changes.pod(uid);
    }
  }

  private static void reportNew(List<Problem> now, List<Problem> reported, Changes changes) {
    for (Problem problem : now) {
      if (!reported.contains(problem)) {
        changes.problem(problem);
      }
    }
  }

  private static long version(PodRecord pod, @Nullable KnownPod known) {
    return known == null ? pod.resourceVersion() : Math.max(known.version(), pod.resourceVersion());
  }

  private static Problem beyondRange(PodRecord pod) {
    return new Problem(
        "Pod " + pod.key(),
        "",
        "its amounts leave the range of what can be added up, so it is not charged for them");
  }
}
