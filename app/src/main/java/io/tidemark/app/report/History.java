package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Moment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A report's device levels by place and moment. A device that a moment leaves out is empty then.
 * Only changes are kept: a large cluster has thousands of devices, and a step touches few.
 */
final class History {
  private final List<Moment> moments;
  private final Map<Place, TreeMap<Integer, DeviceLevel>> changes = new LinkedHashMap<>();
  private final List<List<Place>> changed = new ArrayList<>();

  /** One device of the cluster; a uuid alone would not do for a card that moved to another node. */
  record Place(String node, String device) {
    static Place of(DeviceLevel level) {
      return new Place(level.node(), level.device());
    }

    @Override
    public String toString() {
      return node + " " + device;
    }
  }

  History(SimulationReport report) {
    moments = report.moments();
    List<DeviceLevel> before = List.of();
    for (int position = 0; position < moments.size(); position++) {
      List<DeviceLevel> now = moments.get(position).devices();
      changed.add(new ArrayList<>());
      recordChanges(position, before, now);
      before = now;
    }
  }

  private void recordChanges(int position, List<DeviceLevel> before, List<DeviceLevel> now) {
    for (int i = 0; i < now.size(); i++) {
      if (i >= before.size() || !before.get(i).equals(now.get(i))) {
        recordLevel(position, now.get(i));
      }
    }
    for (Place gone : missing(before, now)) {
      recordLevel(position, empty(gone));
    }
  }

  private static Set<Place> missing(List<DeviceLevel> before, List<DeviceLevel> now) {
    Set<Place> missing = new LinkedHashSet<>();
    for (int i = 0; i < before.size(); i++) {
      Place place = Place.of(before.get(i));
      if (i >= now.size() || !place.equals(Place.of(now.get(i)))) {
        missing.add(place);
      }
    }
    if (!missing.isEmpty()) {
      Set<Place> there = new HashSet<>();
      now.forEach(level -> there.add(Place.of(level)));
      missing.removeAll(there);
    }
    return missing;
  }

  private void recordLevel(int position, DeviceLevel level) {
    Place place = Place.of(level);
    TreeMap<Integer, DeviceLevel> levels =
        changes.computeIfAbsent(place, unused -> new TreeMap<>());
    if (levels.isEmpty() || !levels.lastEntry().getValue().equals(level)) {
      levels.put(position, level);
      changed.get(position).add(place);
    }
  }

  List<Moment> moments() {
    return moments;
  }

  /** All devices that any moment names, in the order in which they first appear. */
  Set<Place> places() {
    return changes.keySet();
  }

  /** The level at the moment at that position of {@link #moments()}; empty before the first. */
  DeviceLevel level(int position, Place place) {
    TreeMap<Integer, DeviceLevel> levels = changes.get(place);
    Map.Entry<Integer, DeviceLevel> entry = levels == null ? null : levels.floorEntry(position);
    return entry == null ? empty(place) : entry.getValue();
  }

  /** The level at the last moment. */
  DeviceLevel end(Place place) {
    return level(moments.size() - 1, place);
  }

  /** Whether the device holds anything at any moment. */
  boolean everUsed(Place place) {
    TreeMap<Integer, DeviceLevel> levels = changes.get(place);
    return levels != null && levels.values().stream().anyMatch(level -> !level.byPod().isEmpty());
  }

  /** The devices whose level at that position is another than the one before, in order. */
  List<Place> changedAt(int position) {
    return changed.get(position);
  }

  static DeviceAmount total(DeviceLevel level) {
    return level.byPod().values().stream().reduce(DeviceAmount.ZERO, DeviceAmount::plus);
  }

  private static DeviceLevel empty(Place place) {
    return new DeviceLevel(place.node(), place.device(), DeviceAmount.ZERO, Map.of());
  }
}
