package io.tidemark.app.simulation.kubelet;

import java.util.List;

/** A pod has no container of the given name. */
public final class UnknownContainerException extends Exception {
  private static final long serialVersionUID = 1;

  private final String container;

  /**
   * @param containers the names that the pod's spec has
   */
  public UnknownContainerException(String pod, String container, List<String> containers) {
    super(
        "Pod "
            + pod
            + " has no container "
            + container
            + "; it has "
            + (containers.isEmpty() ? "none" : String.join(", ", containers)));
    this.container = container;
  }

  /** The name that was given. */
  public String container() {
    return container;
  }
}
