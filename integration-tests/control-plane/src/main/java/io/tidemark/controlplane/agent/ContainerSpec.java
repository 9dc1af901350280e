package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the kubelet needs to know of a container.
 *
 * @param name unique in its pod
 * @param kind when it runs
 * @param image as the spec has it
 * @param counts whole numbers of extended resources (names with a slash), by name
 */
record ContainerSpec(String name, Kind kind, String image, Map<String, Integer> counts) {
  /** When a container runs. */
  enum Kind {
    /** Before the app containers, alone but for sidecars. */
    INIT,
    /** From its turn among the init containers until the app containers have ended. */
    SIDECAR,
    /** After the init containers. */
    APP
  }

  /**
   * All containers of a pod in the order of allocation slots: init entries, then app containers.
   */
  static List<ContainerSpec> of(Pod pod) {
    List<ContainerSpec> all = new ArrayList<>();
    for (Container container : pod.getSpec().getInitContainers()) {
      boolean sidecar = "Always".equals(container.getRestartPolicy());
      all.add(of(container, sidecar ? Kind.SIDECAR : Kind.INIT));
    }
    pod.getSpec().getContainers().forEach(container -> all.add(of(container, Kind.APP)));
    return List.copyOf(all);
  }

  private static ContainerSpec of(Container container, Kind kind) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    if (container.getResources() != null && container.getResources().getLimits() != null) {
      for (Map.Entry<String, Quantity> limit : container.getResources().getLimits().entrySet()) {
        if (limit.getKey().contains("/")) {
          int count = limit.getValue().getNumericalAmount().intValueExact();
          if (count > 0) {
            counts.put(limit.getKey(), count);
          }
        }
      }
    }
    return new ContainerSpec(container.getName(), kind, container.getImage(), counts);
  }
}
