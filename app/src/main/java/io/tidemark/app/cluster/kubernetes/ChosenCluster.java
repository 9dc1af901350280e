package io.tidemark.app.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.tidemark.app.config.InvalidConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cluster that somebody names by a kubeconfig file or a context, as for kubectl. */
final class ChosenCluster {
  private ChosenCluster() {}

  /**
   * @param kubeconfig null for those of {@code KUBECONFIG}, or the one in its usual place
   * @param context null for the current one
   * @throws InvalidConfigurationException where there is no such file or context
   */
  static KubernetesClient client(@Nullable Path kubeconfig, @Nullable String context) {
    Config config = kubeconfig == null ? usual(context) : of(kubeconfig, context);
    if (config.getCurrentContext() == null
        || (context != null && !context.equals(config.getCurrentContext().getName()))) {
      String where = kubeconfig == null ? "the kubeconfig" : kubeconfig.toString();
      throw new InvalidConfigurationException(
          context == null
              ? where + " has no current context" + known(config)
              : "no context " + context + " in " + where + known(config));
    }
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private static Config usual(@Nullable String context) {
    try {
      return Config.autoConfigure(context);
    } catch (RuntimeException e) {
      throw new InvalidConfigurationException(
          "the kubeconfig cannot be read: " + ApiServer.reason(e));
    }
  }

  private static Config of(Path kubeconfig, @Nullable String context) {
    try {
      return Config.fromKubeconfig(
          context, Files.readString(kubeconfig), kubeconfig.toAbsolutePath().toString());
    } catch (IOException e) {
      throw new InvalidConfigurationException("--kubeconfig: cannot read " + kubeconfig);
    } catch (RuntimeException e) {
      throw new InvalidConfigurationException(
          "--kubeconfig: " + kubeconfig + " cannot be read: " + ApiServer.reason(e));
    }
  }

  private static String known(Config config) {
    List<String> names = config.getContexts().stream().map(NamedContext::getName).sorted().toList();
    return names.isEmpty() ? "" : "; it has " + String.join(", ", names);
  }
}
