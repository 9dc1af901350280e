package io.tidemark.app.manifests;

import io.tidemark.app.leadership.RoleLabel;
import java.util.Map;

/** Names that several objects, and the running program, agree on. */
final class Names {
  /** Tidemark's ServiceAccount, Deployment, roles, Lease and webhook configurations. */
  static final String TIDEMARK = "tidemark";

  /** kube-scheduler's ServiceAccount, Deployment, roles, Lease and ConfigMap. */
  static final String KUBE_SCHEDULER = "tidemark-kube-scheduler";

  /** Only the leader is behind it. */
  static final String EXTENDER_SERVICE = "tidemark-extender";

  /** Every ready replica is behind it. */
  static final String WEBHOOK_SERVICE = "tidemark-webhook";

  /** Tidemark's certificate and its authority, with the keys of a TLS secret and {@code ca.crt}. */
  static final String TLS_SECRET = "tidemark-tls";

  static final String SETTINGS = "tidemark-settings";

  static final String ROLE_LABEL = RoleLabel.LABEL;
  static final String LEADER = RoleLabel.LEADER;

  static final String HTTPS_PORT = "https";
  static final String MANAGEMENT_PORT = "management";

  private static final String NAME_LABEL = "app.kubernetes.io/name";
  private static final String PART_OF_LABEL = "app.kubernetes.io/part-of";

  private Names() {}

  /** What selects the pods of a Deployment. */
  static Map<String, Object> selector(String name) {
    return Tree.map(NAME_LABEL, name);
  }

  static Map<String, Object> labels(String name) {
    return Tree.map(NAME_LABEL, name, PART_OF_LABEL, TIDEMARK);
  }

  /** Metadata of an object that is in no namespace. */
  static Map<String, Object> metadata(String name) {
    return Tree.map("name", name, "labels", Tree.map(PART_OF_LABEL, TIDEMARK));
  }

  static Map<String, Object> metadata(String name, String namespace) {
    return Tree.map(
        "name", name, "namespace", namespace, "labels", Tree.map(PART_OF_LABEL, TIDEMARK));
  }

  static String serviceAccountUser(String namespace, String name) {
    return "system:serviceaccount:" + namespace + ":" + name;
  }
}
