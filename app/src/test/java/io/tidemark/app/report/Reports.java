package io.tidemark.app.report;

import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageChange.OverFull;
import io.tidemark.api.bus.UsageChange.PodChange;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.SimulationReport.Expectations;
import io.tidemark.app.report.SimulationReport.Moment;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import io.tidemark.app.report.UsageReport.DeviceUsage;
import io.tidemark.app.report.UsageReport.NamespaceUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hand-built reports for tests. */
final class Reports {
  static final PodKey TRAIN = new PodKey("team-a", "train");
  static final PodKey INFER = new PodKey("team-b", "infer");
  static final DeviceAmount CARD_24G = new DeviceAmount(10, 24576, 100);

  private final String scenario;
  private final List<Event> events = new ArrayList<>();
  private final List<Moment> moments = new ArrayList<>();
  private final Map<PodKey, PodOutcome> pods = new LinkedHashMap<>();
  private final Set<PodKey> templates = new LinkedHashSet<>();
  private final List<String> failures = new ArrayList<>();
  private Map<String, Map<String, DeviceUsage>> nodes = Map.of();
  private Map<String, Map<String, NamespaceUsage>> namespaces = Map.of();
  private int passed;

  private Reports(String scenario) {
    this.scenario = scenario;
  }

  static Reports named(String scenario) {
    return new Reports(scenario);
  }

  /**
   * A card of 24 GiB. `train` reserves 20 GiB for its init container, `infer` does not fit; `train`
   * goes down to 10 GiB when the init container is done, and `infer` comes in.
   */
  static SimulationReport shareIsGivenBack() {
    DeviceAmount init = mem(20480);
    DeviceAmount app = mem(10240);
    return named("init-share-is-given-back")
        .moment(0, "start", level("n1", "GPU-0", CARD_24G), level("n1", "GPU-1", CARD_24G))
        .decided(1, "create", TRAIN, "n1", "GPU-0,NVIDIA,20480,0:;GPU-0,NVIDIA,10240,0:;")
        .changed(1, "create", TRAIN, "n1", "GPU-0", null, init, "reserved for the pod")
        .moment(
            1,
            "create team-a/train",
            level("n1", "GPU-0", CARD_24G).with(TRAIN, init),
            level("n1", "GPU-1", CARD_24G))
        .refused(
            2,
            "create",
            INFER,
            Decision.UNSCHEDULABLE,
            "n1: 1/2 CardCordoned, 1/2 CardInsufficientMemory: needs 8192 MiB, free 4096 MiB on"
                + " GPU-0")
        .moment(
            2,
            "create team-b/infer",
            level("n1", "GPU-0", CARD_24G).with(TRAIN, init),
            level("n1", "GPU-1", CARD_24G))
        .changed(4, "finish", TRAIN, "n1", "GPU-0", init, app, "init container `prepare` finished")
        .decided(4, "finish", INFER, "n1", "GPU-0,NVIDIA,8192,30:;")
        .changed(
            4,
            "finish",
            INFER,
            "n1",
            "GPU-0",
            null,
            new DeviceAmount(1, 8192, 30),
            "reserved for the pod")
        .moment(
            4,
            "finish team-a/train prepare",
            level("n1", "GPU-0", CARD_24G)
                .with(TRAIN, app)
                .with(INFER, new DeviceAmount(1, 8192, 30)),
            level("n1", "GPU-1", CARD_24G))
        .used(
            Map.of(
                "n1",
                Map.of("GPU-0", new DeviceUsage(2, 18432, 30), "GPU-1", new DeviceUsage(0, 0, 0))))
        .namespaces(
            Map.of(
                "team-a",
                Map.of(
                    "nvidia.com/gpu", new NamespaceUsage(1, null),
                    "nvidia.com/gpumem", new NamespaceUsage(10240, 24576L),
                    "nvidia.com/gpucores", new NamespaceUsage(0, null))))
        .pod(TRAIN, Decision.BOUND, "n1", null)
        .pod(INFER, Decision.BOUND, "n1", null)
        .expectations(3)
        .build();
  }

  static DeviceAmount mem(long mib) {
    return new DeviceAmount(1, mib, 0);
  }

  static Level level(String node, String device, DeviceAmount capacity) {
    return new Level(node, device, capacity);
  }

  static final class Level {
    private final String node;
    private final String device;
    private final DeviceAmount capacity;
    private final Map<PodKey, DeviceAmount> byPod = new LinkedHashMap<>();

    private Level(String node, String device, DeviceAmount capacity) {
      this.node = node;
      this.device = device;
      this.capacity = capacity;
    }

    Level with(PodKey pod, DeviceAmount amount) {
      byPod.put(pod, amount);
      return this;
    }

    DeviceLevel build() {
      return new DeviceLevel(node, device, capacity, byPod);
    }
  }

  Reports moment(int index, String label, Level... levels) {
    moments.add(new Moment(index, label, List.of(levels).stream().map(Level::build).toList()));
    return this;
  }

  Reports event(Event event) {
    events.add(event);
    return this;
  }

  Reports decided(int index, String step, PodKey pod, String node, String allocation) {
    return event(
        new Event.Decided(
            index, step, pod, Decision.BOUND, node, Map.of("NVIDIA", allocation), null));
  }

  Reports refused(int index, String step, PodKey pod, Decision decision, String reason) {
    return event(new Event.Decided(index, step, pod, decision, null, Map.of(), reason));
  }

  Reports changed(
      int index,
      String step,
      PodKey pod,
      String node,
      String device,
      @Nullable DeviceAmount before,
      @Nullable DeviceAmount after,
      String why) {
    return event(
        new Event.UsageChanged(
            index,
            step,
            new PodChange(
                pod,
                "uid-" + pod.name(),
                node,
                before == null ? Cause.RESERVED : Cause.PROGRESS,
                footprint(device, before),
                footprint(device, after)),
            why));
  }

  Reports overFull(int index, String node, String device, DeviceAmount used, DeviceAmount of) {
    return event(
        new Event.OverFull(index, new OverFull(node, new DeviceId("NVIDIA", device), used, of)));
  }

  Reports reported(int index, String object, String field, String message) {
    return event(new Event.Reported(index, new Problem(object, field, message)));
  }

  Reports pod(PodKey pod, Decision decision, @Nullable String node, @Nullable String reason) {
    pods.put(pod, new PodOutcome(decision, node, reason));
    return this;
  }

  Reports template(PodKey pod) {
    templates.add(pod);
    return pod(pod, Decision.PENDING, null, "has not been created");
  }

  Reports used(Map<String, Map<String, DeviceUsage>> used) {
    nodes = used;
    return this;
  }

  Reports namespaces(Map<String, Map<String, NamespaceUsage>> used) {
    namespaces = used;
    return this;
  }

  Reports expectations(int held, String... failed) {
    passed = held;
    failures.addAll(List.of(failed));
    return this;
  }

  SimulationReport build() {
    return new SimulationReport(
        scenario,
        events,
        moments,
        new UsageReport(nodes, namespaces),
        pods,
        templates,
        new Expectations(passed, failures));
  }

  private static Footprint footprint(String device, @Nullable DeviceAmount amount) {
    return amount == null
        ? Footprint.NONE
        : new Footprint(
            Map.of(new DeviceId("NVIDIA", device), amount),
            Map.of("NVIDIA", new NamespaceAmount(1, amount.memoryMiB(), amount.cores())));
  }
}
