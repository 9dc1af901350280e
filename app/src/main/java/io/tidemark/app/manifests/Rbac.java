package io.tidemark.app.manifests;

import java.util.List;
import java.util.Map;

/** Roles and who has them. */
final class Rbac {
  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final String API = GROUP + "/v1";

  private Rbac() {}

  static Map<String, Object> rule(String apiGroup, String resource, List<String> verbs) {
    return Tree.map("apiGroups", List.of(apiGroup), "resources", List.of(resource), "verbs", verbs);
  }

  /** The same for objects of these names only, which cannot be said of {@code create}. */
  static Map<String, Object> rule(
      String apiGroup, String resource, List<String> names, List<String> verbs) {
    return Tree.map(
        "apiGroups",
        List.of(apiGroup),
        "resources",
        List.of(resource),
        "resourceNames",
        names,
        "verbs",
        verbs);
  }

  static Map<String, Object> serviceAccount(String name, String namespace) {
    return Tree.object("v1", "ServiceAccount", Names.metadata(name, namespace));
  }

  static Map<String, Object> clusterRole(String name, List<Map<String, Object>> rules) {
    return Tree.object(API, "ClusterRole", Names.metadata(name), "rules", rules);
  }

  static Map<String, Object> role(String name, String namespace, List<Map<String, Object>> rules) {
    return Tree.object(API, "Role", Names.metadata(name, namespace), "rules", rules);
  }

  static Map<String, Object> clusterRoleBinding(
      String name, String clusterRole, String namespace, String serviceAccount) {
    return binding(
        "ClusterRoleBinding",
        Names.metadata(name),
        "ClusterRole",
        clusterRole,
        namespace,
        serviceAccount);
  }

  /**
   * @param inNamespace where the role is
   * @param namespace of the service account
   */
  static Map<String, Object> roleBinding(
      String name, String inNamespace, String role, String namespace, String serviceAccount) {
    return binding(
        "RoleBinding", Names.metadata(name, inNamespace), "Role", role, namespace, serviceAccount);
  }

  private static Map<String, Object> binding(
      String kind,
      Map<String, Object> metadata,
      String roleKind,
      String role,
      String namespace,
      String serviceAccount) {
    return Tree.object(
        API,
        kind,
        metadata,
        "roleRef",
        Tree.map("apiGroup", GROUP, "kind", roleKind, "name", role),
        "subjects",
        List.of(
            Tree.map("kind", "ServiceAccount", "namespace", namespace, "name", serviceAccount)));
  }
}
