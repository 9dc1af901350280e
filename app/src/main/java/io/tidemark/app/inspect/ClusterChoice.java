package io.tidemark.app.inspect;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster is looked at, as kubectl is told.
 *
 * @param kubeconfig null for what the application is configured for: {@code KUBECONFIG}, the file
 *     in its usual place, or the pod's own service account
 * @param context of the kubeconfig; null for its current one
 */
public record ClusterChoice(@Nullable Path kubeconfig, @Nullable String context) {
  /** What the application is configured for. */
  public static final ClusterChoice CONFIGURED = new ClusterChoice(null, null);
}
