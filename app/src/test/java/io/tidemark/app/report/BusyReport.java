package io.tidemark.app.report;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.Reports.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** A report of many steps: pods come with an init container's share, give a part back, and end. */
final class BusyReport {
  private BusyReport() {}

  static SimulationReport of(int nodes, int devicesPerNode, int pods, int steps) {
    Random random = new Random(7);
    Reports reports = Reports.named("busy-" + nodes + "x" + devicesPerNode);
    Map<PodKey, Held> held = new LinkedHashMap<>();
    int created = 0;
    for (int step = 0; step <= steps; step++) {
      String label = "start";
      if (step > 0) {
        int kind = random.nextInt(3);
        List<PodKey> there = new ArrayList<>(held.keySet());
        if (kind == 0 && created < pods || there.isEmpty()) {
          PodKey pod = new PodKey("team-" + created % 3, "job-" + created++);
          long mib = 1024L * (2 + random.nextInt(9));
          held.put(
              pod,
              new Held(
                  random.nextInt(nodes * devicesPerNode),
                  new DeviceAmount(1, mib, nodes > 1 ? 0 : random.nextInt(4) * 10)));
          label = "create " + pod;
        } else {
          PodKey pod = there.get(random.nextInt(there.size()));
          Held now = Objects.requireNonNull(held.get(pod));
          if (kind == 1) {
            DeviceAmount half =
                new DeviceAmount(1, now.amount().memoryMiB() / 2, now.amount().cores());
            held.put(pod, new Held(now.device(), half));
            label = "finish " + pod + " prepare";
          } else {
            held.remove(pod);
            label = "succeed " + pod;
          }
        }
      }
      reports.moment(step, label, levels(nodes, devicesPerNode, held));
    }
    return reports.build();
  }

  private record Held(int device, DeviceAmount amount) {}

  private static Level[] levels(int nodes, int perNode, Map<PodKey, Held> held) {
    Level[] levels = new Level[nodes * perNode];
    for (int i = 0; i < levels.length; i++) {
      String uuid = String.format("GPU-%08x-483b-b48f-d7e5-75fb19a52b76", i * 7919);
      levels[i] = Reports.level("node-" + i / perNode, uuid, Reports.CARD_24G);
    }
    held.forEach((pod, what) -> levels[what.device()].with(pod, what.amount()));
    return levels;
  }
}
