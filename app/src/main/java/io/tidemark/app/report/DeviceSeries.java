package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One measure of one device over the columns of a chart. */
final class DeviceSeries {
  private final Measure measure;
  private final List<DeviceLevel> levels;

  /**
   * A part of the stack that stays the same from one column to another.
   *
   * @param to exclusive
   * @param bottom what the pods below hold
   */
  record Block(PodKey pod, int from, int to, long bottom, long amount) {}

  /**
   * Room that pods gave back.
   *
   * @param column the first one without it
   * @param before the device's whole usage before
   * @param byPod how much less each holds
   */
  record Release(int column, long before, Map<PodKey, Long> byPod) {
    long amount() {
      return byPod.values().stream().reduce(0L, Math::addExact);
    }
  }

  private DeviceSeries(Measure measure, List<DeviceLevel> levels) {
    this.measure = measure;
    this.levels = levels;
  }

  static DeviceSeries of(ChartColumns columns, Place place, Measure measure) {
    return new DeviceSeries(measure, levels(columns, place));
  }

  /** The measure that the device is best shown by. */
  static Measure mainMeasure(ChartColumns columns, Place place) {
    List<DeviceAmount> amounts = new ArrayList<>();
    for (DeviceLevel level : levels(columns, place)) {
      amounts.add(level.capacity());
      amounts.add(History.total(level));
    }
    return Measure.main(amounts);
  }

  private static List<DeviceLevel> levels(ChartColumns columns, Place place) {
    return columns.positions().stream()
        .map(position -> columns.history().level(position, place))
        .toList();
  }

  Measure measure() {
    return measure;
  }

  int columns() {
    return levels.size();
  }

  long total(int column) {
    return measure.of(History.total(levels.get(column)));
  }

  long capacity(int column) {
    return measure.of(levels.get(column).capacity());
  }

  long peak() {
    long peak = 0;
    for (int i = 0; i < columns(); i++) {
      peak = Math.max(peak, total(i));
    }
    return peak;
  }

  long largestCapacity() {
    long largest = 0;
    for (int i = 0; i < columns(); i++) {
      largest = Math.max(largest, capacity(i));
    }
    return largest;
  }

  boolean isOverFull() {
    for (int i = 0; i < columns(); i++) {
      if (total(i) > capacity(i)) {
        return true;
      }
    }
    return false;
  }

  /** The stack, each block as long as it stays where it is; in the order in which they start. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    Map<PodKey, Block> open = new LinkedHashMap<>();
    for (int column = 0; column < columns(); column++) {
      Map<PodKey, Block> now = new LinkedHashMap<>();
      long bottom = 0;
      for (Map.Entry<PodKey, DeviceAmount> held : levels.get(column).byPod().entrySet()) {
        long amount = measure.of(held.getValue());
        if (amount == 0) {
          continue;
        }
        Block before = open.remove(held.getKey());
        boolean goesOn = before != null && before.bottom() == bottom && before.amount() == amount;
        if (before != null && !goesOn) {
          blocks.add(before);
        }
        int from = goesOn && before != null ? before.from() : column;
        now.put(held.getKey(), new Block(held.getKey(), from, column + 1, bottom, amount));
        bottom = Math.addExact(bottom, amount);
      }
      blocks.addAll(open.values());
      open = now;
    }
    blocks.addAll(open.values());
    blocks.sort(
        (a, b) ->
            a.from() == b.from()
                ? Long.compare(a.bottom(), b.bottom())
                : Integer.compare(a.from(), b.from()));
    return blocks;
  }

  /** Where pods hold less than in the column before, also where others took the room at once. */
  List<Release> releases() {
    List<Release> releases = new ArrayList<>();
    for (int column = 1; column < columns(); column++) {
      Map<PodKey, Long> less = new LinkedHashMap<>();
      Map<PodKey, DeviceAmount> after = levels.get(column).byPod();
      levels
          .get(column - 1)
          .byPod()
          .forEach(
              (pod, held) -> {
                long freed =
                    measure.of(held) - measure.of(after.getOrDefault(pod, DeviceAmount.ZERO));
                if (freed > 0) {
                  less.put(pod, freed);
                }
              });
      if (!less.isEmpty()) {
        releases.add(new Release(column, total(column - 1), less));
      }
    }
    return releases;
  }
}
