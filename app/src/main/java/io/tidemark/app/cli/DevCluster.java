package io.tidemark.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/** The cluster that dev mode works on, where the command does not say. */
enum DevCluster {
  /** That of a kubeconfig or an API server that somebody named. */
  GIVEN("the cluster of the given kubeconfig or API server"),
  /** One that Quarkus started for us, where Docker runs. */
  DEV_SERVICES("k3s, started by Dev Services"),
  EMBEDDED("the embedded cluster: no kubeconfig is given (KUBECONFIG), and Dev Services run none");

  static final String SERVER_URL = "quarkus.kubernetes-client.api-server-url";

  private static final String STORY = "docs/examples/first-look.yaml";

  /** Where people write settings; Dev Services have a source of their own. */
  private static final Set<String> WRITTEN_BY_PEOPLE =
      Set.of("SysProp", "Env", "Properties", "Yaml");

  private final String text;

  DevCluster(String text) {
    this.text = text;
  }

  /**
   * A kubeconfig in its usual place is not taken: it may be that of a cluster that others work on.
   *
   * @param kubeconfig what {@code KUBECONFIG} has; null or empty where it is not set
   * @param serverUrl the setting {@link #SERVER_URL}
   */
  static DevCluster choose(@Nullable String kubeconfig, ConfigValue serverUrl) {
    if (kubeconfig != null && !kubeconfig.isEmpty()) {
      return GIVEN;
    }
    if (serverUrl.getValue() == null) {
      return EMBEDDED;
    }
    String source = String.valueOf(serverUrl.getSourceName());
    return WRITTEN_BY_PEOPLE.stream().anyMatch(source::startsWith) ? GIVEN : DEV_SERVICES;
  }

  /**
   * What the embedded cluster plays.
   *
   * @param directory some folder of the checkout
   * @return empty where there is no checkout around it
   */
  static Optional<Path> story(Path directory) {
    for (Path folder = directory.toAbsolutePath(); folder != null; folder = folder.getParent()) {
      Path story = folder.resolve(STORY);
      if (Files.isRegularFile(story)) {
        return Optional.of(story);
      }
    }
    return Optional.empty();
  }

  /** The choice in one line. */
  String line() {
    return "dev mode on " + text;
  }
}
