package io.tidemark.app.manifests;

import java.util.List;

/** What Tidemark's kube-scheduler may do: what Kubernetes itself gives a kube-scheduler. */
final class KubeSchedulerAccess {
  private static final String COORDINATION = "coordination.k8s.io";

  private KubeSchedulerAccess() {}

  static List<Manifest> documents(ManifestOptions options) {
    String namespace = options.namespace();
    String name = Names.KUBE_SCHEDULER;
    return List.of(
        new Manifest("", Rbac.serviceAccount(name, namespace)),
        new Manifest(
            "Kubernetes' own roles for a kube-scheduler.",
            Rbac.clusterRoleBinding(name, "system:kube-scheduler", namespace, name)),
        new Manifest(
            "",
            Rbac.clusterRoleBinding(name + "-volumes", "system:volume-scheduler", namespace, name)),
        new Manifest(
            "Lets it check who reads its metrics.",
            Rbac.roleBinding(
                name, "kube-system", "extension-apiserver-authentication-reader", namespace, name)),
        new Manifest(
            "Its own Lease: Kubernetes' role names that of the cluster's first kube-scheduler.",
            Rbac.role(
                name,
                namespace,
                List.of(
                    Rbac.rule(COORDINATION, "leases", List.of("create")),
                    Rbac.rule(COORDINATION, "leases", List.of(name), List.of("get", "update"))))),
        new Manifest("", Rbac.roleBinding(name, namespace, name, namespace, name)));
  }
}
