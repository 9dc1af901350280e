package io.tidemark.api.model;

/** Where a pod is found by name. A name can be used again; accounting is keyed by the pod's UID. */
public record PodKey(String namespace, String name) {
  /** Reads {@code namespace/name}, or {@code name} alone as one of namespace {@code default}. */
  public static PodKey parse(String text) {
    int slash = text.indexOf('/');
    return slash < 0
        ? new PodKey("default", text)
        : new PodKey(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
