package io.tidemark.app.config;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** The namespace in which Tidemark's own objects are: its Lease, its Secret, its pods. */
public final class OwnNamespace {
  private OwnNamespace() {}

  /**
   * The one that is configured, else that of the client's credentials, else {@code default} as for
   * kubectl.
   */
  public static String of(Optional<String> configured, KubernetesClient client) {
    return configured.or(() -> Optional.ofNullable(client.getNamespace())).orElse("default");
  }
}
