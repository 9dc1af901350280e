package io.tidemark.app.leadership;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The Lease in the API server. A request fails early rather than being tried again behind a back.
 */
final class KubernetesLeases implements LeaseStore {
  private final NamespacedKubernetesClient client;
  private final RequestConfig requests;
  private final String namespace;
  private final String name;

  /**
   * @param timeout for one request; the elector itself tries again
   */
  KubernetesLeases(KubernetesClient client, String namespace, String name, Duration timeout) {
    this.client = client.adapt(NamespacedKubernetesClient.class);
    this.requests =
        new RequestConfigBuilder()
            .withRequestTimeout(Math.toIntExact(timeout.toMillis()))
            .withRequestRetryBackoffLimit(0)
            .build();
    this.namespace = namespace;
    this.name = name;
  }

  @Override
  public @Nullable Lease read() {
    return call(bounded -> bounded.leases().inNamespace(namespace).withName(name).get());
  }

  @Override
  public Lease create(Lease lease) {
    return call(bounded -> bounded.resource(lease).create());
  }

  @Override
  public Lease replace(Lease lease) {
    return call(bounded -> bounded.resource(lease).update());
  }

  private <T extends @Nullable Object> T call(Function<NamespacedKubernetesClient, T> request) {
    return client.withRequestConfig(requests).call(request::apply);
  }
}
