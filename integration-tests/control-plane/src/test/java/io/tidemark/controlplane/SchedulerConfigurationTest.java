package io.tidemark.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchedulerConfigurationTest {
  private static final Path KUBECONFIG = Path.of("/tmp/scheduler.kubeconfig");

  @Test
  void theDefaultsNeedAKubeconfigAndNoLease() {
    assertThat(fitted(null))
        .containsEntry("kind", "KubeSchedulerConfiguration")
        .containsEntry("clientConnection", Map.of("kubeconfig", KUBECONFIG.toString()))
        .containsEntry("leaderElection", Map.of("leaderElect", false));
  }

  @Test
  void whatElseAConfigurationSaysStays() {
    assertThat(
            fitted(
                """
                kind: KubeSchedulerConfiguration
                clientConnection: {kubeconfig: /etc/other, qps: 200}
                leaderElection: {leaderElect: true, resourceName: mine}
                percentageOfNodesToScore: 100
                """))
        .containsEntry("percentageOfNodesToScore", 100)
        .containsEntry("clientConnection", Map.of("kubeconfig", KUBECONFIG.toString(), "qps", 200))
        .containsEntry("leaderElection", Map.of("leaderElect", false, "resourceName", "mine"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> fitted(@Nullable String yaml) {
    return Serialization.unmarshal(SchedulerConfiguration.fitted(yaml, KUBECONFIG), Map.class);
  }
}
