package io.tidemark.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster the tests of this Java machine run against: one that was given, else one of our
 * own, else none. A Docker engine is not used yet.
 *
 * <p>Each property may also be given as an environment variable: {@code tidemark.test.kubeconfig}
 * is {@code TIDEMARK_TEST_KUBECONFIG}.
 */
public final class ClusterChoice {
  /** Names the kubeconfig file of a cluster that is given for tests. */
  public static final String KUBECONFIG = "tidemark.test.kubeconfig";

  /** {@code true}: where no cluster can be had, tests fail instead of being skipped. */
  public static final String REQUIRED = "tidemark.test.required";

  private ClusterChoice() {}

  /**
   * The given cluster, else a new control plane.
   *
   * @param settings of the new control plane
   * @param directory of the new control plane
   * @throws ControlPlaneUnavailable there is neither
   */
  public static Cluster open(Settings settings, Path directory) throws ControlPlaneUnavailable {
    String given = configured(KUBECONFIG);
    if (given == null) {
      return ControlPlane.start(settings, directory);
    }
    Path kubeconfig = Path.of(given);
    if (!Files.isReadable(kubeconfig)) {
      throw new IllegalStateException(KUBECONFIG + " names " + given + ", which cannot be read");
    }
    return new GivenCluster(kubeconfig);
  }

  /** Whether tests must not be skipped. */
  public static boolean isRequired() {
    return Boolean.parseBoolean(configured(REQUIRED));
  }

  private static @Nullable String configured(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      value = System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
    return value == null || value.isBlank() ? null : value;
  }
}
