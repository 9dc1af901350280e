package io.tidemark.controlplane;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cluster that tests run against, with the rights of an administrator. */
public sealed interface Cluster extends AutoCloseable permits ControlPlane, GivenCluster {
  /** The kubeconfig file of an administrator. */
  Path kubeconfig();

  /** A client with the rights of an administrator; it is closed with the cluster. */
  KubernetesClient client();

  /**
   * A client that acts as somebody else, by impersonation; the caller closes it.
   *
   * @param user as RBAC names it; need not be known before
   * @param groups besides {@code system:authenticated}
   */
  default KubernetesClient clientAs(String user, String... groups) {
    Config config =
        new ConfigBuilder(configuration(kubeconfig()))
            .withImpersonateUsername(user)
            .withImpersonateGroups(groups)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /**
   * An administrator's client that gives up at the first error; the caller closes it. The API
   * server answers 500 where a webhook does not, and a client tries such a call again.
   */
  default KubernetesClient clientWithoutRetries() {
    Config config =
        new ConfigBuilder(configuration(kubeconfig())).withRequestRetryBackoffLimit(0).build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  @Override
  void close();

  /** The client configuration of a kubeconfig file. */
  static Config configuration(Path kubeconfig) {
    try {
      return Config.fromKubeconfig(Files.readString(kubeconfig));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
