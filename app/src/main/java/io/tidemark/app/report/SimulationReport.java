package io.tidemark.app.report;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happened in one simulated cluster.
 *
 * @param scenario its name, or the names of the files where there is no Scenario document
 * @param events in the order in which they happened
 * @param moments the state after every step, the start first
 * @param pods by key, all that the files name, in the order in which they were named
 * @param templates those of them that were submitted under other names alone, so that there never
 *     was a pod of that name
 */
public record SimulationReport(
    String scenario,
    List<Event> events,
    List<Moment> moments,
    UsageReport usage,
    Map<PodKey, PodOutcome> pods,
    Set<PodKey> templates,
    Expectations expectations) {
  public SimulationReport {
    events = List.copyOf(events);
    moments = List.copyOf(moments);
    pods = Collections.unmodifiableMap(new LinkedHashMap<>(pods));
    templates = Collections.unmodifiableSet(new LinkedHashSet<>(templates));
  }

  /** The pods that are no templates, in the order in which they were named. */
  Map<PodKey, PodOutcome> realPods() {
    Map<PodKey, PodOutcome> real = new LinkedHashMap<>(pods);
    real.keySet().removeAll(templates);
    return real;
  }

  /**
   * Something that happened at a step.
   *
   * @see #index() the number of the step in the Scenario, from 1; 0 before the first
   */
  public sealed interface Event {
    int index();

    /**
     * A pod was decided on. {@code step} is the word of the step that led to it: a pod that waited
     * and was tried again carries the word of the step that made room.
     *
     * @param node the node it is bound to, or reserved on; null where there is none
     * @param allocation annotation text by family word; empty where there is none
     * @param reason in words; null where it was bound
     */
    record Decided(
        int index,
        String step,
        PodKey pod,
        Decision decision,
        @Nullable String node,
        Map<String, String> allocation,
        @Nullable String reason)
        implements Event {
      public Decided {
        allocation = Collections.unmodifiableMap(new LinkedHashMap<>(allocation));
      }
    }

    /**
     * A pod's footprint changed.
     *
     * @param why in words, for instance {@code init container `prepare` finished}
     */
    record UsageChanged(int index, String step, UsageChange.PodChange change, String why)
        implements Event {}

    /** A device holds more than it has. */
    record OverFull(int index, UsageChange.OverFull device) implements Event {}

    /** Something could not be read or is not right; the rest goes on. */
    record Reported(int index, Problem problem) implements Event {}
  }

  /**
   * The state after a step.
   *
   * @param label the step in a few words, for instance {@code finish team-a/train prepare}
   */
  public record Moment(int index, String label, List<DeviceLevel> devices) {
    public Moment {
      devices = List.copyOf(devices);
    }
  }

  /**
   * What is on a device at a moment.
   *
   * @param capacity zero where the node does not register the device (any more)
   * @param byPod what each pod is charged, in the order in which they came
   */
  public record DeviceLevel(
      String node, String device, DeviceAmount capacity, Map<PodKey, DeviceAmount> byPod) {
    public DeviceLevel {
      byPod = Collections.unmodifiableMap(new LinkedHashMap<>(byPod));
    }
  }

  /** How a pod stands at the end. */
  public record PodOutcome(Decision decision, @Nullable String node, @Nullable String reason) {}

  /**
   * @param failures one line each, with file and line of the step, what was expected and found
   */
  public record Expectations(int passed, List<String> failures) {
    public Expectations {
      failures = List.copyOf(failures);
    }
  }
}
