package io.tidemark.usage;

import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageChange.OverFull;
import io.tidemark.api.bus.UsageChange.PodChange;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.PodCharge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what one message does to the ledger. */
final class Changes {
  private final List<PodChange> podChanges = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Set<DeviceId>> devices = new LinkedHashMap<>();
  private final Set<String> nodes = new LinkedHashSet<>();
  private final Set<String> namespaces = new LinkedHashSet<>();
  private final Set<String> pods = new LinkedHashSet<>();
  private boolean freesRoom;

  /** The node's snapshot is another. */
  void node(String name) {
    nodes.add(name);
  }

  /** The namespace's snapshot is another. */
  void namespace(String name) {
    namespaces.add(name);
  }

  /** The pod's charge, or its place among the waiting pods, is another. */
  void pod(String uid) {
    pods.add(uid);
  }

  /** What is used of the device, or what it offers, is another. */
  void device(String node, DeviceId device) {
    devices.computeIfAbsent(node, name -> new LinkedHashSet<>()).add(device);
  }

  void problem(Problem problem) {
    problems.add(problem);
  }

  void freesRoom() {
    freesRoom = true;
  }

  /**
   * Reports what a pod is charged now against what it was.
   *
   * @param ended why the charge at {@code before} is gone, where it is
   * @param changed why the charge is another on the same node, or new
   */
  void charge(@Nullable PodCharge before, @Nullable PodCharge after, Cause ended, Cause changed) {
    if (before != null && after != null && before.node().equals(after.node())) {
      report(after, changed, before.footprint(), after.footprint());
    } else {
      if (before != null) {
        report(before, ended, before.footprint(), Footprint.NONE);
      }
      if (after != null) {
        report(after, changed, Footprint.NONE, after.footprint());
      }
    }
    if (before != null && Room.isFreed(before, after)) {
      freesRoom = true;
    }
  }

  private void report(PodCharge charge, Cause cause, Footprint before, Footprint after) {
    if (!before.equals(after)) {
      podChanges.add(
          new PodChange(
              charge.pod().key(), charge.pod().uid(), charge.node(), cause, before, after));
    }
  }

  boolean areVisible() {
    return !nodes.isEmpty() || !namespaces.isEmpty() || !pods.isEmpty();
  }

  boolean areWorthTelling() {
    return areVisible() || !problems.isEmpty();
  }

  Set<String> nodes() {
    return Collections.unmodifiableSet(nodes);
  }

  Set<String> namespaces() {
    return Collections.unmodifiableSet(namespaces);
  }

  Set<String> pods() {
    return Collections.unmodifiableSet(pods);
  }

  List<PodChange> podChanges() {
    return Collections.unmodifiableList(podChanges);
  }

  List<Problem> problems() {
    return Collections.unmodifiableList(problems);
  }

  boolean areFreeingRoom() {
    return freesRoom;
  }

  /** The touched devices that hold more than they have, once the message is applied. */
  List<OverFull> overFull(Totals totals) {
    List<OverFull> overFull = new ArrayList<>();
    devices.forEach(
        (name, touched) -> {
          NodeTotals node = totals.node(name);
          if (node == null) {
            return;
          }
          for (DeviceId id : touched) {
            Device device = node.registered(id);
            DeviceAmount used = node.used(id);
            if (device != null && !used.fitsIn(device.capacity())) {
              overFull.add(new OverFull(name, id, used, device.capacity()));
            }
          }
        });
    return overFull;
  }
}
