package io.tidemark.fit;

import java.util.Arrays;

/**
 * A well linked set of devices where there are too many sets to try each: from every start the
 * device that adds most is taken until the set is full; then devices are exchanged while that
 * helps. Not always the best set; always the same one, and found in some thousand steps.
 */
final class GrownSet {
  /** Exchanges seldom go on for long; this only makes the end certain. */
  private static final int MOST_EXCHANGES = 64;

  private final long[][] links;
  private final int[] forced;
  private final int[] open;
  private final int count;
  private boolean[] in;

  /** By rank: the sum of its links to the set. */
  private long[] gains;

  /**
   * @param links by rank, then rank; symmetric, 0 in the diagonal
   * @param forced ranks that are in every set; fewer than {@code count}
   * @param open ranks to choose from
   */
  GrownSet(long[][] links, int[] forced, int[] open, int count) {
    this.links = links;
    this.forced = forced;
    this.open = open;
    this.count = count;
    this.in = new boolean[links.length];
    this.gains = new long[links.length];
  }

  /** Ascending. */
  int[] ranks() {
    boolean[] best = new boolean[0];
    long most = Long.MIN_VALUE;
    for (int start : open) {
      long sum = grow(start);
      if (sum > most) {
        most = sum;
        best = in;
      }
    }
    load(best);
    for (int i = 0; i < MOST_EXCHANGES && exchange(); i++) {
      // each exchange raises the sum
    }
    int[] ranks = new int[count];
    int next = 0;
    for (int rank = 0; rank < in.length; rank++) {
      if (in[rank]) {
        ranks[next++] = rank;
      }
    }
    return ranks;
  }

  private long grow(int start) {
    load(new boolean[links.length]);
    long sum = 0;
    for (int rank : forced) {
      sum += add(rank);
    }
    sum += add(start);
    for (int size = forced.length + 1; size < count; size++) {
      int best = -1;
      for (int rank : open) {
        if (!in[rank] && (best < 0 || gains[rank] > gains[best])) {
          best = rank;
        }
      }
      sum += add(best);
    }
    return sum;
  }

  private void load(boolean[] set) {
    in = new boolean[links.length];
    Arrays.fill(gains, 0);
    for (int rank = 0; rank < set.length; rank++) {
      if (set[rank]) {
        add(rank);
      }
    }
  }

  private long add(int rank) {
    long gain = gains[rank];
    in[rank] = true;
    for (int other = 0; other < links.length; other++) {
      gains[other] += links[rank][other];
    }
    return gain;
  }

  /** Does the exchange that helps most, the first of equal ones; false where none helps. */
  private boolean exchange() {
    int out = -1;
    int into = -1;
    long most = 0;
    for (int member : open) {
      for (int stranger : open) {
        if (in[member] && !in[stranger]) {
          long gain = gains[stranger] - links[stranger][member] - gains[member];
          if (gain > most) {
            most = gain;
            out = member;
            into = stranger;
          }
        }
      }
    }
    if (out < 0) {
      return false;
    }
    in[out] = false;
    for (int other = 0; other < links.length; other++) {
      gains[other] -= links[out][other];
    }
    add(into);
    return true;
  }
}
