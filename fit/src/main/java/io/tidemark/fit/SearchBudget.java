package io.tidemark.fit;

/**
 * How many devices a request may try out, so that no pod holds up the others for long. What one
 * node may use shrinks to one quick look once the request has used up its part; the same request
 * always gets the same answer, since nothing here depends on time.
 */
final class SearchBudget {
  /** Enough to try every assignment of a few containers to a few devices. */
  static final int PER_NODE = 20_000;

  /** Some tens of milliseconds. */
  static final int PER_REQUEST = 200_000;

  /** More than it takes to try every 8 devices of 16; with bounds it is a fraction of that. */
  static final int PER_SET = 50_000;

  /** Added to what it takes to place a pod without stepping back: a few steps back. */
  static final int QUICK_LOOK = 32;

  private int left = PER_REQUEST;

  /** How many devices the next node may try out for a pod that is given that many. */
  int forNode(int picks) {
    return Math.addExact(left > 0 ? PER_NODE : QUICK_LOOK, picks);
  }

  /** How many devices may be tried to find the best linked set. */
  int forSets() {
    return left > 0 ? PER_SET : 0;
  }

  void spend(int tried) {
    left = Math.max(0, left - tried);
  }
}
