package io.tidemark.app.manifests;

import io.tidemark.app.config.FilterMode;
import io.tidemark.app.manifests.ManifestOptions.TextFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tidemark's replicas and how they are reached. */
final class TidemarkWorkload {
  private static final int HTTPS = 8443;
  private static final int MANAGEMENT = 9000;

  /** A bind may wait 25 s for its node's lock, and a replica that ends finishes its binds. */
  private static final int GRACE_SECONDS = 40;

  private static final String SETTINGS_DIRECTORY = "/etc/tidemark";

  private final ManifestOptions options;

  TidemarkWorkload(ManifestOptions options) {
    this.options = options;
  }

  List<Manifest> documents() {
    String namespace = options.namespace();
    List<Manifest> documents = new ArrayList<>();
    Map<String, Object> settings = settings();
    if (!settings.isEmpty()) {
      documents.add(
          new Manifest(
              "The settings and device families that these manifests were made with.",
              Tree.object(
                  "v1", "ConfigMap", Names.metadata(Names.SETTINGS, namespace), "data", settings)));
    }
    documents.add(
        new Manifest(
            """
            Every replica keeps the whole ledger and answers the webhooks; one of them, the leader,
            filters and binds.""",
            Workload.deployment(
                Names.TIDEMARK, namespace, Checksum.annotation(settings), podSpec(settings))));
    documents.add(new Manifest("", Workload.disruptionBudget(Names.TIDEMARK, namespace)));
    Map<String, Object> leader = Names.selector(Names.TIDEMARK);
    leader.put(Names.ROLE_LABEL, Names.LEADER);
    documents.add(
        new Manifest(
            "Where kube-scheduler filters and binds: the replica that calls itself the leader.",
            service(Names.EXTENDER_SERVICE, leader)));
    documents.add(
        new Manifest(
            "Where the API server asks about pods: every replica that is ready.",
            service(Names.WEBHOOK_SERVICE, Names.selector(Names.TIDEMARK))));
    return documents;
  }

  private Map<String, Object> settings() {
    Map<String, Object> files = new LinkedHashMap<>();
    options.settings().all().forEach(file -> files.put(file.name(), file.content()));
    return files;
  }

  private Map<String, Object> podSpec(Map<String, Object> settings) {
    List<Object> mounts = new ArrayList<>(List.of(Tree.map("name", "tmp", "mountPath", "/tmp")));
    List<Object> volumes =
        new ArrayList<>(List.of(Tree.map("name", "tmp", "emptyDir", Tree.map())));
    if (!settings.isEmpty()) {
      mounts.add(Tree.map("name", "settings", "mountPath", SETTINGS_DIRECTORY, "readOnly", true));
      volumes.add(Tree.map("name", "settings", "configMap", Tree.map("name", Names.SETTINGS)));
    }
    Map<String, Object> spec = Workload.podSpec(Names.TIDEMARK, container(mounts));
    spec.put("terminationGracePeriodSeconds", GRACE_SECONDS);
    spec.put("volumes", volumes);
    return spec;
  }

  private Map<String, Object> container(List<Object> mounts) {
    return Tree.map(
        "name",
        Names.TIDEMARK,
        "image",
        options.image(),
        "args",
        arguments(),
        "env",
        environment(),
        "ports",
        List.of(
            Tree.map("name", Names.HTTPS_PORT, "containerPort", HTTPS),
            Tree.map("name", Names.MANAGEMENT_PORT, "containerPort", MANAGEMENT)),
        "readinessProbe",
        Workload.probe("/q/health/ready", Names.MANAGEMENT_PORT, "HTTP"),
        "livenessProbe",
        Workload.probe("/q/health/live", Names.MANAGEMENT_PORT, "HTTP"),
        "resources",
        Tree.map(
            "requests",
            Tree.map("cpu", "250m", "memory", "512Mi"),
            "limits",
            Tree.map("memory", "768Mi")),
        "securityContext",
        Workload.securityContext(),
        "volumeMounts",
        mounts);
  }

  private List<String> arguments() {
    TextFile config = options.settings().config();
    return config == null
        ? List.of("serve")
        : List.of("serve", "--config", SETTINGS_DIRECTORY + "/" + config.name());
  }

  private List<Object> environment() {
    List<Object> environment = new ArrayList<>();
    environment.add(fieldVariable("POD_NAME", "metadata.name"));
    environment.add(fieldVariable("POD_NAMESPACE", "metadata.namespace"));
    environment.add(
        variable("TIDEMARK_ADMISSION_SCHEDULER_NAMES", String.join(",", options.schedulerNames())));
    environment.add(variable("TIDEMARK_TLS_SOURCE", "self-signed"));
    environment.add(
        variable("TIDEMARK_TLS_SERVICES", Names.EXTENDER_SERVICE + "," + Names.WEBHOOK_SERVICE));
    environment.add(variable("TIDEMARK_TLS_MUTATING_WEBHOOK", Names.TIDEMARK));
    environment.add(variable("TIDEMARK_TLS_VALIDATING_WEBHOOK", Names.TIDEMARK));
    if (options.filterMode() == FilterMode.ALL) {
      environment.add(variable("TIDEMARK_FILTER_MODE", "all"));
    }
    if (!options.settings().families().isEmpty()) {
      environment.add(
          variable(
              "TIDEMARK_FAMILIES_FILES",
              String.join(
                  ",",
                  options.settings().families().stream()
                      .map(file -> SETTINGS_DIRECTORY + "/" + file.name())
                      .toList())));
    }
    if (options.settings().hamiDeviceConfig() != null) {
      environment.add(
          variable(
              "TIDEMARK_FAMILIES_HAMI_DEVICE_CONFIG",
              SETTINGS_DIRECTORY + "/" + options.settings().hamiDeviceConfig().name()));
    }
    return environment;
  }

  private static Map<String, Object> variable(String name, String value) {
    return Tree.map("name", name, "value", value);
  }

  private static Map<String, Object> fieldVariable(String name, String path) {
    return Tree.map("name", name, "valueFrom", Tree.map("fieldRef", Tree.map("fieldPath", path)));
  }

  private Map<String, Object> service(String name, Map<String, Object> selector) {
    return Tree.object(
        "v1",
        "Service",
        Names.metadata(name, options.namespace()),
        "spec",
        Tree.map(
            "selector",
            selector,
            "ports",
            List.of(
                Tree.map(
                    "name",
                    Names.HTTPS_PORT,
                    "port",
                    443,
                    "targetPort",
                    Names.HTTPS_PORT,
                    "protocol",
                    "TCP"))));
  }
}
