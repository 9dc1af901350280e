package io.tidemark.api.model;

/**
 * Names the cluster that a message is about: the live one, or one per simulation. Every ledger,
 * snapshot and decision belongs to exactly one.
 *
 * @param value not blank
 */
public record ClusterId(String value) {
  /** The cluster of the API server that the application is connected to. */
  public static final ClusterId LIVE = new ClusterId("live");

  public ClusterId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("a cluster id must not be blank");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
