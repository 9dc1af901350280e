package io.tidemark.app.report;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The {@code usage} object of the scenario contract, which {@code GET /api/usage} answers too.
 *
 * @param nodes by node name, then device uuid
 * @param namespaces by namespace, then resource name
 */
public record UsageReport(
    Map<String, Map<String, DeviceUsage>> nodes,
    Map<String, Map<String, NamespaceUsage>> namespaces) {
  public UsageReport {
    nodes = copy(nodes);
    namespaces = copy(namespaces);
  }

  /**
   * @param memoryMiB in MiB
   * @param cores in percent
   */
  public record DeviceUsage(int slots, long memoryMiB, int cores) {}

  /**
   * @param limit the tightest quota without scopes; null where there is none
   */
  public record NamespaceUsage(long used, @Nullable Long limit) {
    /** Whether there is anything to tell a person: some usage, or a limit on it. */
    boolean worthShowing() {
      return used != 0 || limit != null;
    }
  }

  private static <V> Map<String, Map<String, V>> copy(Map<String, Map<String, V>> outer) {
    Map<String, Map<String, V>> copy = new TreeMap<>();
    outer.forEach((key, inner) -> copy.put(key, Collections.unmodifiableMap(new TreeMap<>(inner))));
    return Collections.unmodifiableMap(copy);
  }
}
