package io.tidemark.app.manifests;

import java.util.Locale;

/** What the manifests are divided into, in the order in which they are applied. */
public enum Part {
  NAMESPACE("1-namespace.yaml"),
  POLICIES("2-policies.yaml"),
  TIDEMARK("3-tidemark.yaml"),
  KUBE_SCHEDULER("4-kube-scheduler.yaml"),
  WEBHOOKS("5-webhooks.yaml"),
  /**
   * A file of kube-scheduler and no object of the cluster, for those who run kube-scheduler
   * themselves. In a directory of its own, so that {@code kubectl apply -f} leaves it alone.
   */
  SCHEDULER_CONFIGURATION("kube-scheduler/configuration.yaml");

  private final String file;

  Part(String file) {
    this.file = file;
  }

  /** Relative, with slashes. */
  public String file() {
    return file;
  }

  /** As people write it: {@code kube-scheduler}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether kubectl can apply it. */
  public boolean isApplied() {
    return this != SCHEDULER_CONFIGURATION;
  }
}
