package io.tidemark.controlplane;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;

/** A cluster that somebody gave for the tests. Its processes are not ours to stop. */
public final class GivenCluster implements Cluster {
  private final Path kubeconfig;
  private final KubernetesClient client;

  /**
   * @param kubeconfig the file of an administrator
   */
  public GivenCluster(Path kubeconfig) {
    this.kubeconfig = kubeconfig;
    this.client =
        new KubernetesClientBuilder().withConfig(Cluster.configuration(kubeconfig)).build();
  }

  @Override
  public Path kubeconfig() {
    return kubeconfig;
  }

  @Override
  public KubernetesClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
  }
}
