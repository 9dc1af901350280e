package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;

import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.Handshake;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.PlacementPolicy.NumaOrder;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random nodes, pods, quotas and policies with small numbers, so that much collides. */
final class RandomCases {
  static final String NAMESPACE = "team-a";

  private RandomCases() {}

  static NodeSnapshot node(Random random, String name, int maxDevices) {
    int count = 1 + random.nextInt(maxDevices);
    boolean mixed = random.nextInt(3) == 0;
    boolean empty = random.nextInt(4) == 0;
    List<Device> devices = new ArrayList<>();
    Map<DeviceId, DeviceAmount> used = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      DeviceId id = new DeviceId("NVIDIA", "GPU-" + i);
      long memory = mixed ? 12 + 4L * random.nextInt(4) : 24;
      int slots = 1 + random.nextInt(4);
      int cores = random.nextInt(8) == 0 ? 200 : 100;
      boolean healthy = random.nextInt(12) != 0;
      String model = random.nextInt(5) == 0 ? "NVIDIA-Model Y2" : "NVIDIA-Model X1";
      devices.add(
          new Device(id, i, model, memory, cores, slots, random.nextInt(2), healthy, "hami-core"));
      if (!empty && random.nextBoolean()) {
        int full = random.nextInt(6) == 0 ? cores : 25 * random.nextInt(4);
        used.put(
            id, new DeviceAmount(1 + random.nextInt(2), random.nextInt((int) memory + 2), full));
      }
    }
    NodeRecord record =
        new NodeRecord(
            name,
            "uid-" + name,
            1,
            Map.of(
                "NVIDIA",
                new FamilyInventory("NVIDIA", devices, Handshake.ALIVE, null, Set.of(), null)),
            List.of());
    return new NodeSnapshot(name, record, used, Map.of(), List.of(), List.of());
  }

  static PodRecord pod(Random random, int maxInits, int maxApps, int maxSidecars, int maxCount) {
    Pods pod = Pods.aPod(NAMESPACE + "/p");
    int inits = random.nextInt(maxInits + 1);
    int sidecars = random.nextInt(maxSidecars + 1);
    while (inits + sidecars > 0) {
      if (random.nextInt(inits + sidecars) < inits) {
        pod.init(container(random, "init-" + inits--, maxCount));
      } else {
        pod.sidecar(container(random, "side-" + sidecars--, maxCount));
      }
    }
    int apps = 1 + random.nextInt(maxApps);
    for (int i = 0; i < apps; i++) {
      pod.app(container(random, "app-" + i, maxCount));
    }
    if (random.nextInt(4) == 0) {
      pod.annotation("nvidia.com/numa-bind", "true");
    }
    if (random.nextInt(8) == 0) {
      pod.annotation("nvidia.com/use-gputype", "x1");
    }
    if (random.nextInt(8) == 0) {
      pod.annotation("nvidia.com/nouse-gpuuuid", "GPU-0");
    }
    return pod.read();
  }

  private static Containers container(Random random, String name, int maxCount) {
    Containers container = aContainer(name);
    if (random.nextInt(8) == 0) {
      return container;
    }
    container.gpus(1 + random.nextInt(maxCount));
    switch (random.nextInt(5)) {
      case 0 -> container.memoryPercent(25 * (1 + random.nextInt(4)));
      case 1 -> container.memory(12);
      default -> container.memory(1 + random.nextInt(24));
    }
    switch (random.nextInt(5)) {
      case 0 -> container.cores(100);
      case 1, 2 -> container.cores(10 * random.nextInt(7));
      default -> {}
    }
    return container;
  }

  static NamespaceSnapshot namespace(Random random) {
    if (random.nextInt(3) != 0) {
      return NamespaceSnapshot.empty(NAMESPACE);
    }
    Quotas quota = Quotas.aQuota(NAMESPACE + "/gpus");
    quota.hard("limits.nvidia.com/gpumem", Integer.toString(10 + random.nextInt(50)));
    if (random.nextBoolean()) {
      quota.hard("limits.nvidia.com/gpu", Integer.toString(1 + random.nextInt(6)));
    }
    Map<String, NamespaceAmount> used =
        Map.of("NVIDIA", new NamespaceAmount(random.nextInt(2), random.nextInt(12), 0));
    return new NamespaceSnapshot(NAMESPACE, used, List.of(new QuotaSnapshot(quota.read(), used)));
  }

  static FillPolicy policy(Random random) {
    return new FillPolicy(random.nextBoolean(), NumaOrder.values()[random.nextInt(3)]);
  }
}
