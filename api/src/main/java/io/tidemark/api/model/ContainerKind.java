package io.tidemark.api.model;

/** What a container's place in the pod spec says about when it runs (KEP-753). */
public enum ContainerKind {
  /** An entry of {@code initContainers} that runs to its end before the next one starts. */
  INIT,
  /** An entry of {@code initContainers} with {@code restartPolicy: Always}; runs on beside all. */
  SIDECAR,
  /** An entry of {@code containers}. */
  APP;

  /**
   * The kind of an entry of {@code initContainers}.
   *
   * @param restartPolicy the entry's own; empty where it names none
   */
  public static ContainerKind ofInit(String restartPolicy) {
    return restartPolicy.equals("Always") ? SIDECAR : INIT;
  }
}
