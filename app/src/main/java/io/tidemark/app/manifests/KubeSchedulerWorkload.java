package io.tidemark.app.manifests;

import io.tidemark.api.family.DeviceFamilies;
import java.util.List;
import java.util.Map;

/** A kube-scheduler beside the cluster's own, for the pods that ask for devices. */
final class KubeSchedulerWorkload {
  private static final String DIRECTORY = "/etc/kube-scheduler";
  private static final String FILE = "configuration.yaml";
  private static final int PORT = 10259;

  /** The image names no user. */
  private static final int USER = 65_532;

  private final DeviceFamilies families;
  private final ManifestOptions options;

  KubeSchedulerWorkload(DeviceFamilies families, ManifestOptions options) {
    this.families = families;
    this.options = options;
  }

  List<Manifest> documents() {
    String name = Names.KUBE_SCHEDULER;
    String namespace = options.namespace();
    Map<String, Object> data =
        Tree.map(FILE, ManifestYaml.text(SchedulerConfiguration.content(families, options)));
    return List.of(
        new Manifest(
            """
            How this kube-scheduler calls Tidemark. It leaves the resources below to Tidemark, and
            shows it every node: by default an extender sees 42 percent of 1,000 nodes and 10 of
            5,000, and the only free card may be outside.""",
            Tree.object("v1", "ConfigMap", Names.metadata(name, namespace), "data", data)),
        new Manifest(
            """
            Use the kube-scheduler of your cluster's version: tidemark manifests
            --kube-scheduler-image. Its pods start once Tidemark has written its certificate.""",
            Workload.deployment(name, namespace, Checksum.annotation(data), podSpec())),
        new Manifest("", Workload.disruptionBudget(name, namespace)));
  }

  private Map<String, Object> podSpec() {
    boolean secure = options.extender().secure();
    Map<String, Object> settingsMount =
        Tree.map("name", "configuration", "mountPath", DIRECTORY, "readOnly", true);
    Map<String, Object> settingsVolume =
        Tree.map("name", "configuration", "configMap", Tree.map("name", Names.KUBE_SCHEDULER));
    Map<String, Object> spec =
        Workload.podSpec(
            Names.KUBE_SCHEDULER,
            container(secure ? List.of(settingsMount, authorityMount()) : List.of(settingsMount)));
    spec.put(
        "volumes", secure ? List.of(settingsVolume, authorityVolume()) : List.of(settingsVolume));
    return spec;
  }

  private Map<String, Object> container(List<Object> mounts) {
    Map<String, Object> security = Workload.securityContext();
    security.put("runAsUser", USER);
    return Tree.map(
        "name",
        "kube-scheduler",
        "image",
        options.kubeSchedulerImage(),
        "command",
        List.of("kube-scheduler", "--config=" + DIRECTORY + "/" + FILE),
        "ports",
        List.of(Tree.map("name", Names.HTTPS_PORT, "containerPort", PORT)),
        "readinessProbe",
        Workload.probe("/readyz", Names.HTTPS_PORT, "HTTPS"),
        "livenessProbe",
        Workload.probe("/livez", Names.HTTPS_PORT, "HTTPS"),
        "resources",
        Tree.map("requests", Tree.map("cpu", "100m", "memory", "128Mi")),
        "securityContext",
        security,
        "volumeMounts",
        mounts);
  }

  private Map<String, Object> authorityMount() {
    String file = options.extender().caFile();
    int name = file.lastIndexOf('/');
    return Tree.map(
        "name", "authority", "mountPath", file.substring(0, Math.max(name, 1)), "readOnly", true);
  }

  /** The certificate alone: the key is none of kube-scheduler's business. */
  private Map<String, Object> authorityVolume() {
    String file = options.extender().caFile();
    return Tree.map(
        "name",
        "authority",
        "secret",
        Tree.map(
            "secretName",
            Names.TLS_SECRET,
            "items",
            List.of(Tree.map("key", "ca.crt", "path", file.substring(file.lastIndexOf('/') + 1)))));
  }
}
