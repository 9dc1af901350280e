package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The kubelet's admission of pods on one node: device ids for all containers, init containers
 * first, before any of them runs.
 */
final class Admission {
  /** Why a pod is not taken. */
  static final String REASON = "UnexpectedAdmissionError";

  private final Map<PluginFamily, DeviceManager> managers = new LinkedHashMap<>();
  private final Map<PluginFamily, DevicePlugin> plugins = new HashMap<>();
  private final KubernetesClient pluginClient;
  private final Violations violations;

  Admission(KubernetesClient pluginClient, Violations violations) {
    this.pluginClient = pluginClient;
    this.violations = violations;
  }

  /** The pod is not taken. The message is the kubelet's. */
  static final class Rejected extends Exception {
    private static final long serialVersionUID = 1L;

    Rejected(Throwable cause) {
      super("Allocate failed due to " + cause.getMessage() + ", which is unexpected", cause);
    }
  }

  /** Takes the node's cards as they are now. */
  void configure(FakeNode node) {
    for (PluginFamily family : node.cards().keySet()) {
      managers
          .computeIfAbsent(family, key -> new DeviceManager(0))
          .capacity(node.allocatable(family));
      plugins.computeIfAbsent(
          family, key -> new DevicePlugin(pluginClient, node.name(), family, violations));
    }
  }

  /** Makes each plugin fail at the next container that it is asked for. */
  void failNext(String message) {
    plugins.values().forEach(plugin -> plugin.failNext(message));
  }

  /**
   * Gives all containers of a pod their devices.
   *
   * @return the grants, by container
   * @throws Rejected ids or a slot are missing; the pod holds nothing then
   */
  Map<String, List<Grant>> admit(Pod pod, List<ContainerSpec> containers) throws Rejected {
    Map<String, List<Grant>> grants = new HashMap<>();
    try {
      for (int slot = 0; slot < containers.size(); slot++) {
        ContainerSpec container = containers.get(slot);
        for (PluginFamily family : asked(List.of(container)).toList()) {
          int count = container.counts().getOrDefault(family.countResource(), 0);
          DevicePlugin.Request request =
              new DevicePlugin.Request(pod, slot, container.name(), count);
          grants
              .computeIfAbsent(container.name(), key -> new ArrayList<>())
              .addAll(allocate(family, container, request));
        }
      }
      return grants;
    } catch (DeviceManager.Exhausted | DevicePlugin.AllocationFailed e) {
      release(pod.getMetadata().getUid());
      throw new Rejected(e);
    }
  }

  /** The pod is terminal or gone: its ids are free. */
  void release(String uid) {
    managers.values().forEach(manager -> manager.release(uid));
  }

  /** How many ids of a family pods hold. */
  int inUse(PluginFamily family) {
    DeviceManager manager = managers.get(family);
    return manager == null ? 0 : manager.inUse();
  }

  private List<Grant> allocate(
      PluginFamily family, ContainerSpec container, DevicePlugin.Request request)
      throws DeviceManager.Exhausted, DevicePlugin.AllocationFailed {
    DeviceManager manager = managers.get(family);
    DevicePlugin plugin = plugins.get(family);
    if (manager == null || plugin == null) {
      throw new IllegalStateException("no plugin of " + family.word());
    }
    String uid = request.pod().getMetadata().getUid();
    manager.allocate(uid, container.kind(), family.countResource(), request.count());
    return plugin.allocate(request);
  }

  /** The families of this node that some container asks for. */
  private Stream<PluginFamily> asked(List<ContainerSpec> containers) {
    return managers.keySet().stream()
        .filter(
            family ->
                containers.stream()
                    .anyMatch(container -> container.counts().containsKey(family.countResource())));
  }
}
