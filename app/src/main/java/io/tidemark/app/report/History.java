package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Moment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A report's device levels by place and moment; a device that a moment leaves out is empty then.
 */
final class History {
  private final List<Moment> moments;
  private final List<Map<Place, DeviceLevel>> levels = new ArrayList<>();
  private final List<Place> places;

  /** One device of the cluster; a uuid alone would not do for a card that moved to another node. */
  record Place(String node, String device) {
    @Override
    public String toString() {
      return node + " " + device;
    }
  }

  History(SimulationReport report) {
    moments = report.moments();
    Set<Place> seen = new LinkedHashSet<>();
    for (Moment moment : moments) {
      Map<Place, DeviceLevel> byPlace = new LinkedHashMap<>();
      for (DeviceLevel level : moment.devices()) {
        Place place = new Place(level.node(), level.device());
        byPlace.put(place, level);
        seen.add(place);
      }
      levels.add(byPlace);
    }
    places = List.copyOf(seen);
  }

  List<Moment> moments() {
    return moments;
  }

  /** All devices that any moment names, in the order in which they first appear. */
  List<Place> places() {
    return places;
  }

  /** The level at the moment at that position of {@link #moments()}; empty before the first. */
  DeviceLevel level(int position, Place place) {
    DeviceLevel level = position < 0 ? null : levels.get(position).get(place);
    return level == null
        ? new DeviceLevel(place.node(), place.device(), DeviceAmount.ZERO, Map.of())
        : level;
  }

  /** The level at the last moment. */
  DeviceLevel end(Place place) {
    return level(moments.size() - 1, place);
  }

  /** The devices whose level at that position is another than the one before, in order. */
  List<Place> changedAt(int position) {
    return places.stream()
        .filter(place -> !level(position, place).equals(level(position - 1, place)))
        .toList();
  }

  static DeviceAmount total(DeviceLevel level) {
    return level.byPod().values().stream().reduce(DeviceAmount.ZERO, DeviceAmount::plus);
  }
}
