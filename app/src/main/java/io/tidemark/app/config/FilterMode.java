package io.tidemark.app.config;

/** How many nodes a filter lets through. */
public enum FilterMode {
  /** The best one, and the pod's share there is reserved at once. */
  ONE,
  /** Every node that can take the pod; its share is reserved when it is bound. */
  ALL
}
