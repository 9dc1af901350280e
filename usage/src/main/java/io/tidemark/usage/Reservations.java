package io.tidemark.usage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Until when each reservation holds; what it charges stands in the pod's charge. */
final class Reservations {
  /**
   * @param unschedulable identity of the pod's unschedulable condition that was known when the
   *     reservation was made; null where it had none
   */
  record Reservation(String uid, Instant deadline, @Nullable String unschedulable) {}

  private final Map<String, Reservation> byUid = new HashMap<>();
  private final TreeSet<Reservation> byDeadline =
      new TreeSet<>(Comparator.comparing(Reservation::deadline).thenComparing(Reservation::uid));

  @Nullable Reservation get(String uid) {
    return byUid.get(uid);
  }

  void put(Reservation reservation) {
    remove(reservation.uid());
    byUid.put(reservation.uid(), reservation);
    byDeadline.add(reservation);
  }

  void remove(String uid) {
    Reservation known = byUid.remove(uid);
    if (known != null) {
      byDeadline.remove(known);
    }
  }

  /** The UIDs whose deadline has come at that time, the earliest first. */
  List<String> due(Instant at) {
    List<String> due = new ArrayList<>();
    for (Reservation reservation : byDeadline) {
      if (reservation.deadline().isAfter(at)) {
        break;
      }
      due.add(reservation.uid());
    }
    return due;
  }
}
