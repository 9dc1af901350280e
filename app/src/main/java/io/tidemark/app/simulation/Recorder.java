package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.report.SimulationReport;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.SimulationReport.Moment;
import io.tidemark.app.simulation.scenario.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps what happens in a simulation, step by step. */
final class Recorder {
  private record NodeLevels(NodeSnapshot node, List<DeviceLevel> levels) {}

  private final Consumer<PodBook.Entry> decisions;
  private final List<Event> events = new ArrayList<>();
  private final List<Moment> moments = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private Map<String, NodeLevels> nodeLevels = new HashMap<>();
  private int passed;
  private int index;
  private String word = "";
  private String place = "";
  private String progressReason = "";

  /**
   * @param decisions is told of every decision
   */
  Recorder(Consumer<PodBook.Entry> decisions) {
    this.decisions = decisions;
  }

  /**
   * From now on everything belongs to that step.
   *
   * @param pods the objects as they are before the step
   */
  void begin(Step step, Function<PodKey, ? extends @Nullable JsonNode> pods) {
    index = step.at().index();
    word = step.at().word();
    place = step.at().place();
    progressReason = CauseWords.progress(step, pods);
  }

  /** The state after the present step. */
  void moment(String label, ClusterSnapshot snapshot) {
    List<DeviceLevel> levels = new ArrayList<>();
    Map<String, NodeLevels> present = new HashMap<>();
    for (String name : new TreeSet<>(snapshot.nodes().keySet())) {
      NodeSnapshot node = Objects.requireNonNull(snapshot.node(name));
      NodeLevels known = nodeLevels.get(name);
      // Most nodes do not change in a step; their instance says so.
      NodeLevels current =
          known != null && known.node() == node ? known : new NodeLevels(node, levels(node));
      present.put(name, current);
      levels.addAll(current.levels());
    }
    nodeLevels = present;
    moments.add(new Moment(index, label, levels));
  }

  public void changed(UsageChange change) {
    for (UsageChange.PodChange pod : change.pods()) {
      // What was there from the start is not a change that anyone made.
      if (index > 0) {
        events.add(new Event.UsageChanged(index, word, pod, CauseWords.of(pod, progressReason)));
      }
    }
    change.overFull().forEach(device -> events.add(new Event.OverFull(index, device)));
    change.problems().forEach(this::malformed);
  }

  public void malformed(Problem problem) {
    events.add(new Event.Reported(index, problem));
  }

  void decided(PodBook.Entry pod, Map<String, String> allocation) {
    SimulationReport.PodOutcome outcome = pod.outcome();
    events.add(
        new Event.Decided(
            index,
            word,
            pod.key(),
            outcome.decision(),
            outcome.node(),
            allocation,
            outcome.reason()));
    decisions.accept(pod);
  }

  void held() {
    passed++;
  }

  /** An expectation did not hold, or a step could not be done. */
  void failed(String why) {
    failures.add(place + ": step " + index + ": " + why);
  }

  List<Event> events() {
    return events;
  }

  List<Moment> moments() {
    return moments;
  }

  SimulationReport.Expectations expectations() {
    return new SimulationReport.Expectations(passed, failures);
  }

  private static List<DeviceLevel> levels(NodeSnapshot node) {
    Map<DeviceId, Map<PodKey, DeviceAmount>> byPod = new LinkedHashMap<>();
    node.devices().forEach(device -> byPod.put(device.id(), new LinkedHashMap<>()));
    for (PodCharge charge : node.charges()) {
      charge
          .footprint()
          .devices()
          .forEach(
              (device, amount) ->
                  byPod
                      .computeIfAbsent(device, id -> new LinkedHashMap<>())
                      .merge(charge.pod().key(), amount, DeviceAmount::plus));
    }
    List<DeviceLevel> levels = new ArrayList<>();
    byPod.forEach(
        (device, pods) -> {
          int at = node.indexOf(device);
          DeviceAmount capacity = at < 0 ? DeviceAmount.ZERO : node.devices().get(at).capacity();
          levels.add(new DeviceLevel(node.name(), device.uuid(), capacity, pods));
        });
    return levels;
  }
}
