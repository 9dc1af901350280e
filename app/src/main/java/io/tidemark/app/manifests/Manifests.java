package io.tidemark.app.manifests;

import io.tidemark.api.family.DeviceFamilies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All manifests for a set of device families. */
public final class Manifests {
  private final DeviceFamilies families;
  private final ManifestOptions options;

  public Manifests(DeviceFamilies families, ManifestOptions options) {
    this.families = families;
    this.options = options;
  }

  /** The documents of some parts, in one text for kubectl. */
  public String yaml(List<Part> parts) {
    List<Manifest> documents = new ArrayList<>();
    parts.forEach(part -> documents.addAll(documents(part)));
    return ManifestYaml.text(documents);
  }

  List<Manifest> documents(Part part) {
    return switch (part) {
      case NAMESPACE -> List.of(namespace());
      case POLICIES -> new PlacementPolicies(families, options).documents();
      case TIDEMARK -> tidemark();
      case KUBE_SCHEDULER -> kubeScheduler();
      case WEBHOOKS -> new Webhooks(families, options).documents();
      case SCHEDULER_CONFIGURATION ->
          List.of(
              new Manifest(
                  """
                  How kube-scheduler calls Tidemark, as a file for kube-scheduler --config. The
                  ConfigMap in 4-kube-scheduler.yaml holds the same.""",
                  SchedulerConfiguration.content(families, options)));
    };
  }

  private List<Manifest> tidemark() {
    List<Manifest> documents = new ArrayList<>(TidemarkAccess.documents(options));
    documents.addAll(new TidemarkWorkload(options).documents());
    return documents;
  }

  private List<Manifest> kubeScheduler() {
    List<Manifest> documents = new ArrayList<>(KubeSchedulerAccess.documents(options));
    documents.addAll(new KubeSchedulerWorkload(families, options).documents());
    return documents;
  }

  private Manifest namespace() {
    Map<String, Object> metadata = Names.metadata(options.namespace());
    metadata.put(
        "labels",
        Tree.map(
            "app.kubernetes.io/part-of",
            Names.TIDEMARK,
            "pod-security.kubernetes.io/enforce",
            "restricted"));
    return new Manifest(
        "Tidemark and its kube-scheduler need no privileges on their node.",
        Tree.object("v1", "Namespace", metadata));
  }
}
