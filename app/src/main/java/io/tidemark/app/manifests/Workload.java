package io.tidemark.app.manifests;

import java.util.List;
import java.util.Map;

/** What both Deployments have in common. */
final class Workload {
  private static final int REPLICAS = 2;

  private Workload() {}

  /**
   * Two replicas, on two nodes where there are two, of which one is always there.
   *
   * @param annotations of the pods
   */
  static Map<String, Object> deployment(
      String name, String namespace, Map<String, Object> annotations, Map<String, Object> podSpec) {
    Map<String, Object> podMetadata = Tree.map("labels", Names.labels(name));
    if (!annotations.isEmpty()) {
      podMetadata.put("annotations", annotations);
    }
    return Tree.object(
        "apps/v1",
        "Deployment",
        Names.metadata(name, namespace),
        "spec",
        Tree.map(
            "replicas",
            REPLICAS,
            "selector",
            Tree.map("matchLabels", Names.selector(name)),
            "strategy",
            Tree.map("rollingUpdate", Tree.map("maxSurge", 1, "maxUnavailable", 0)),
            "template",
            Tree.map("metadata", podMetadata, "spec", podSpec)));
  }

  static Map<String, Object> podSpec(String name, Map<String, Object> container) {
    return Tree.map(
        "serviceAccountName",
        name,
        "priorityClassName",
        "system-cluster-critical",
        "securityContext",
        Tree.map("runAsNonRoot", true, "seccompProfile", Tree.map("type", "RuntimeDefault")),
        "affinity",
        Tree.map("podAntiAffinity", apart(name)),
        "containers",
        List.of(container));
  }

  static Map<String, Object> securityContext() {
    return Tree.map(
        "allowPrivilegeEscalation",
        false,
        "readOnlyRootFilesystem",
        true,
        "capabilities",
        Tree.map("drop", List.of("ALL")));
  }

  static Map<String, Object> probe(String path, String port, String scheme) {
    return Tree.map("httpGet", Tree.map("path", path, "port", port, "scheme", scheme));
  }

  static Map<String, Object> disruptionBudget(String name, String namespace) {
    return Tree.object(
        "policy/v1",
        "PodDisruptionBudget",
        Names.metadata(name, namespace),
        "spec",
        Tree.map(
            "minAvailable",
            1,
            // A replica that is not ready serves nobody and must not keep a node from being
            // drained.
            "unhealthyPodEvictionPolicy",
            "AlwaysAllow",
            "selector",
            Tree.map("matchLabels", Names.selector(name))));
  }

  private static Map<String, Object> apart(String name) {
    return Tree.map(
        "preferredDuringSchedulingIgnoredDuringExecution",
        List.of(
            Tree.map(
                "weight",
                100,
                "podAffinityTerm",
                Tree.map(
                    "topologyKey",
                    "kubernetes.io/hostname",
                    "labelSelector",
                    Tree.map("matchLabels", Names.selector(name))))));
  }
}
