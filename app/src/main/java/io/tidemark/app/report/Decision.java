package io.tidemark.app.report;

/** What became of a pod; the words of the scenario contract. */
public enum Decision {
  /** Has a node. */
  BOUND("Bound"),
  /** Refused at admission; it never entered the cluster. */
  DENIED("Denied"),
  /** No node can take it now. */
  UNSCHEDULABLE("Unschedulable"),
  /** Entered, and not decided yet or left to another scheduler. */
  PENDING("Pending"),
  /** Gone from the cluster. */
  DELETED("Deleted");

  private final String text;

  Decision(String text) {
    this.text = text;
  }

  /** The word as users write and read it. */
  public String text() {
    return text;
  }
}
