package io.tidemark.app.manifests;

import java.util.List;

/** What Tidemark may do: no verb that it does not use. */
final class TidemarkAccess {
  private static final List<String> READ = List.of("get", "list", "watch");
  private static final List<String> READ_AND_PATCH = List.of("get", "list", "watch", "patch");
  private static final String CORE = "";
  private static final String ADMISSION = "admissionregistration.k8s.io";
  private static final String COORDINATION = "coordination.k8s.io";

  private TidemarkAccess() {}

  static List<Manifest> documents(ManifestOptions options) {
    String namespace = options.namespace();
    return List.of(
        new Manifest("", Rbac.serviceAccount(Names.TIDEMARK, namespace)),
        new Manifest(
            """
            Pods and nodes are patched in their annotations, its own replicas in a label too. Of
            the webhook configurations only its own, to keep their caBundle in step.""",
            Rbac.clusterRole(
                Names.TIDEMARK,
                List.of(
                    Rbac.rule(CORE, "pods", READ_AND_PATCH),
                    Rbac.rule(CORE, "pods/binding", List.of("create")),
                    Rbac.rule(CORE, "nodes", READ_AND_PATCH),
                    Rbac.rule(CORE, "resourcequotas", READ),
                    Rbac.rule(CORE, "events", List.of("create", "patch")),
                    Rbac.rule(
                        ADMISSION,
                        "mutatingwebhookconfigurations",
                        List.of(Names.TIDEMARK),
                        List.of("get", "patch")),
                    Rbac.rule(
                        ADMISSION,
                        "validatingwebhookconfigurations",
                        List.of(Names.TIDEMARK),
                        List.of("get", "patch"))))),
        new Manifest(
            "", Rbac.clusterRoleBinding(Names.TIDEMARK, Names.TIDEMARK, namespace, Names.TIDEMARK)),
        new Manifest(
            """
            The Lease of its leader and the Secret with its certificate. RBAC cannot limit create
            to a name; everything else is limited.""",
            Rbac.role(
                Names.TIDEMARK,
                namespace,
                List.of(
                    Rbac.rule(COORDINATION, "leases", List.of("create")),
                    Rbac.rule(
                        COORDINATION, "leases", List.of(Names.TIDEMARK), List.of("get", "update")),
                    Rbac.rule(CORE, "secrets", List.of("create")),
                    Rbac.rule(
                        CORE, "secrets", List.of(Names.TLS_SECRET), List.of("get", "update"))))),
        new Manifest(
            "",
            Rbac.roleBinding(
                Names.TIDEMARK, namespace, Names.TIDEMARK, namespace, Names.TIDEMARK)));
  }
}
