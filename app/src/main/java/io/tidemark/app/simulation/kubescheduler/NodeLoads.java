package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.cluster.embedded.PodObjects;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the pods of each node request together, kept up as pods come, change and end. */
final class NodeLoads {
  /** What one pod holds, and where. */
  private record Held(String node, ComputeRequests requests) {}

  /**
   * The sum over one node.
   *
   * @param cpu in cores
   * @param memory in bytes
   */
  record Load(long pods, BigDecimal cpu, BigDecimal memory) {
    static final Load NONE = new Load(0, BigDecimal.ZERO, BigDecimal.ZERO);

    private Load plus(ComputeRequests requests) {
      return new Load(pods + 1, cpu.add(requests.cpu()), memory.add(requests.memory()));
    }

    private Load minus(ComputeRequests requests) {
      return new Load(pods - 1, cpu.subtract(requests.cpu()), memory.subtract(requests.memory()));
    }
  }

  private final Map<ObjectKey, Held> held = new HashMap<>();
  private final Map<String, Load> loads = new HashMap<>();

  Load on(String node) {
    return loads.getOrDefault(node, Load.NONE);
  }

  /**
   * Takes in a pod as it is now.
   *
   * @param pod null where it is gone
   * @return whether it gave back anything of what it held
   */
  boolean observe(ObjectKey key, @Nullable JsonNode pod) {
    Held now = pod == null ? null : held(pod);
    Held before = now == null ? held.remove(key) : held.put(key, now);
    if (before != null && !before.equals(now)) {
      loads.computeIfPresent(before.node(), (node, load) -> load.minus(before.requests()));
    }
    if (now != null && !now.equals(before)) {
      loads.merge(
          now.node(), Load.NONE.plus(now.requests()), (load, one) -> load.plus(now.requests()));
    }
    return before != null && !before.equals(now);
  }

  /** Null for a pod that has no node or has ended. */
  private static @Nullable Held held(JsonNode pod) {
    String node = PodObjects.nodeName(pod);
    String phase = pod.path("status").path("phase").asText("");
    return node.isEmpty() || phase.equals("Succeeded") || phase.equals("Failed")
        ? null
        : new Held(node, ComputeRequests.of(pod));
  }
}
