package io.tidemark.controlplane.agent;

import org.jspecify.annotations.Nullable;

/**
 * The node lock {@code time,namespace,name}. Its old form is the time alone and has no owner.
 *
 * @param text the annotation
 */
record NodeLock(String text) {
  static final String ANNOTATION = "hami.io/mutex.lock";
  private static final int FIELDS = 3;

  /**
   * The pod that holds it.
   *
   * @param namespace of the pod
   * @param name of the pod
   */
  record Owner(String namespace, String name) {}

  /**
   * The owner; null in the old form.
   *
   * @throws IllegalArgumentException neither form
   */
  @Nullable Owner owner() {
    String[] fields = text.split(",", -1);
    if (fields.length == 1) {
      return null;
    }
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("node lock \"" + text + "\" cannot be read");
    }
    return new Owner(fields[1], fields[2]);
  }

  /** Whether that pod's plugin may release it. */
  boolean isReleasedBy(String namespace, String name) {
    return text.endsWith("," + namespace + "," + name) || !text.contains(",");
  }
}
