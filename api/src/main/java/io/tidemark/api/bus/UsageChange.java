package io.tidemark.api.bus;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import java.time.Instant;
import java.util.List;

/**
 * What one message did to the ledger.
 *
 * @param version of the ledger after it; unchanged where nothing changed
 * @param pods the pods whose footprint changed
 * @param overFull devices of changed nodes that now hold more than they have
 * @param problems what of the message could not be read or is not right, to be reported
 * @param freesRoom a waiting pod may fit that did not before: an amount went down, or a node, a
 *     device or a quota changed
 */
public record UsageChange(
    ClusterId cluster,
    Instant at,
    long version,
    List<PodChange> pods,
    List<OverFull> overFull,
    List<Problem> problems,
    boolean freesRoom) {
  public UsageChange {
    pods = List.copyOf(pods);
    overFull = List.copyOf(overFull);
    problems = List.copyOf(problems);
  }

  /** Why a pod's footprint changed. */
  public enum Cause {
    /** Charged at filter time, before the pod was seen bound. */
    RESERVED,
    /** A reservation ended without the pod being bound. */
    RESERVATION_ENDED,
    /** A reservation's deadline passed. */
    RESERVATION_EXPIRED,
    /** Seen bound with its allocation, where it was not charged before. */
    PLACED,
    /** The steps that can still come need less, or more again. */
    PROGRESS,
    /** Its annotations say something else than before. */
    ALLOCATION_CHANGED,
    /** Succeeded or Failed. */
    ENDED,
    /** Deleted, or missing in a full list. */
    GONE
  }

  /**
   * One pod's change.
   *
   * @param node where it is, or was, charged
   */
  public record PodChange(
      PodKey key, String uid, String node, Cause cause, Footprint before, Footprint after) {}

  /** A device that holds more than it has; nothing new is placed on it until that clears. */
  public record OverFull(String node, DeviceId device, DeviceAmount used, DeviceAmount capacity) {}
}
