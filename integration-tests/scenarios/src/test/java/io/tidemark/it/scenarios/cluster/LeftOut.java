package io.tidemark.it.scenarios.cluster;

/** A scenario that cannot happen on a real cluster. */
final class LeftOut extends Exception {
  private static final long serialVersionUID = 1L;

  private final Rule rule;

  /** Why; the README's table says the same. */
  enum Rule {
    /** The clock is moved, and how far decides something. */
    CLOCK,
    /** Filter and bind by halves: kube-scheduler does both in one cycle. */
    HALF_A_CYCLE,
    /** A watch never shows versions out of order, nor an object that is gone. */
    ORDER_OF_THE_WATCH,
    /** An init container ends before an earlier one; no kubelet does that. */
    OUT_OF_TURN,
    /**
     * A node changes while several pods wait: kube-scheduler hears of the node and of the pod that
     * Tidemark wakes on two watches, and which pod comes first is chance.
     */
    RACE_FOR_A_NODE,
    /** A field of a pod's spec changes that no API server lets change. */
    IMMUTABLE_SPEC,
    /** Nobody plays the vendor's device plugin on the cluster, which frees node locks. */
    NO_DEVICE_PLUGIN,
    /** The API server itself refuses an object, whatever Tidemark says. */
    REFUSED_BY_THE_API_SERVER
  }

  LeftOut(Rule rule, String detail) {
    super(rule + ": " + detail);
    this.rule = rule;
  }

  Rule rule() {
    return rule;
  }
}
