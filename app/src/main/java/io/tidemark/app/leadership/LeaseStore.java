package io.tidemark.app.leadership;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Where the Lease is kept. Every method throws {@link
 * io.fabric8.kubernetes.client.KubernetesClientException} where the API server refuses or cannot be
 * reached; a write may then have happened or not.
 */
interface LeaseStore {
  /** Null where there is none. */
  @Nullable Lease read();

  /** Fails where there is one already. */
  Lease create(Lease lease);

  /** Fails where the Lease is not what it was at the resourceVersion of {@code lease}. */
  Lease replace(Lease lease);
}
