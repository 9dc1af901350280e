package io.tidemark.app.manifests;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.manifests.ManifestOptions.Extender;
import java.util.List;
import java.util.Map;

/** The {@code KubeSchedulerConfiguration} with Tidemark as extender. */
final class SchedulerConfiguration {
  /** Beyond the 25 s that a bind may wait for its node's lock; kube-scheduler's default is 5 s. */
  private static final String HTTP_TIMEOUT = "30s";

  /**
   * By default kube-scheduler shows an extender 42 percent of 1,000 nodes and 10 of 5,000, and the
   * only free card may be outside.
   */
  private static final int ALL_NODES = 100;

  private SchedulerConfiguration() {}

  static Map<String, Object> content(DeviceFamilies families, ManifestOptions options) {
    Map<String, Object> content =
        Tree.map(
            "apiVersion", "kubescheduler.config.k8s.io/v1", "kind", "KubeSchedulerConfiguration");
    if (options.extender().kubeconfig() != null) {
      content.put("clientConnection", Tree.map("kubeconfig", options.extender().kubeconfig()));
    }
    content.put(
        "leaderElection",
        Tree.map(
            "leaderElect",
            true,
            "resourceNamespace",
            options.namespace(),
            "resourceName",
            Names.KUBE_SCHEDULER));
    content.put("percentageOfNodesToScore", ALL_NODES);
    content.put(
        "profiles",
        options.schedulerNames().stream().map(name -> Tree.map("schedulerName", name)).toList());
    content.put("extenders", List.of(extender(families, options)));
    return content;
  }

  private static Map<String, Object> extender(DeviceFamilies families, ManifestOptions options) {
    Extender reached = options.extender();
    Map<String, Object> extender =
        Tree.map("urlPrefix", reached.url().toString(), "filterVerb", "filter");
    if (options.filterMode() == FilterMode.ALL) {
      extender.put("prioritizeVerb", "prioritize");
    }
    extender.put("preemptVerb", "preempt");
    extender.put("bindVerb", "bind");
    extender.put("weight", 1);
    extender.put("httpTimeout", HTTP_TIMEOUT);
    if (reached.secure()) {
      extender.put("enableHTTPS", true);
      extender.put("tlsConfig", Tree.map("caFile", reached.caFile()));
    }
    extender.put("nodeCacheCapable", true);
    extender.put("ignorable", false);
    extender.put(
        "managedResources",
        Cel.resourceNames(families).stream()
            .map(name -> Tree.map("name", name, "ignoredByScheduler", true))
            .toList());
    return extender;
  }
}
