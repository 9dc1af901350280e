package io.tidemark.controlplane;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fits a {@code KubeSchedulerConfiguration}, as people deploy it, to this control plane. */
final class SchedulerConfiguration {
  private SchedulerConfiguration() {}

  /**
   * The same configuration with the kubeconfig of this control plane, and without leader election:
   * waiting for the lease of a killed predecessor would cost 15 s.
   *
   * @param yaml null for the defaults
   */
  static String fitted(@Nullable String yaml, Path kubeconfig) {
    Map<String, Object> configuration = new LinkedHashMap<>();
    configuration.put("apiVersion", "kubescheduler.config.k8s.io/v1");
    configuration.put("kind", "KubeSchedulerConfiguration");
    if (yaml != null) {
      configuration.putAll(read(yaml));
    }
    section(configuration, "clientConnection").put("kubeconfig", kubeconfig.toString());
    section(configuration, "leaderElection").put("leaderElect", false);
    return Serialization.asYaml(configuration);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> read(String yaml) {
    return Serialization.unmarshal(yaml, Map.class);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> section(Map<String, Object> configuration, String name) {
    Map<String, Object> section = new LinkedHashMap<>();
    if (configuration.get(name) instanceof Map<?, ?> present) {
      section.putAll((Map<String, Object>) present);
    }
    configuration.put(name, section);
    return section;
  }
}
