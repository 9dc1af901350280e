package io.tidemark.fit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The set with the highest sum of links, of equal ones the first in the order of ranks: branch and
 * bound, which begins to cut at once because {@link GrownSet} says what can be reached. Within a
 * limit of steps; where it ends the better of what was found and the grown set stands.
 */
final class BestLinkedSet {
  private final long[][] links;
  private final int[] forced;
  private final int[] open;
  private final int count;
  private final int limit;

  /** By place in {@link #open} and number of links: the most that so many of its links come to. */
  private final long[][] mostAmongOpen;

  private final int[] chosen;
  private final long[] gains;
  private final long[] promises;
  private int size;
  private long sum;
  private int steps;

  /** What has to be reached, or once something was found, surpassed. */
  private long bar;

  private int @Nullable [] best;

  /**
   * @param links by rank, then rank; symmetric, 0 in the diagonal
   * @param forced ranks that are in every set, ascending; fewer than {@code count}
   * @param open ranks to choose from, ascending, behind the forced ones
   * @param limit how many devices may be tried
   */
  BestLinkedSet(long[][] links, int[] forced, int[] open, int count, int limit) {
    this.links = links;
    this.forced = forced;
    this.open = open;
    this.count = count;
    this.limit = limit;
    this.chosen = new int[count];
    this.gains = new long[links.length];
    this.promises = new long[open.length];
    this.mostAmongOpen = new long[open.length][];
  }

  /** Ascending. */
  int[] ranks() {
    int[] grown = new GrownSet(links, forced, open, count).ranks();
    if (limit == 0) {
      return grown;
    }
    bar = sumOf(grown);
    for (int i = 0; i < open.length; i++) {
      mostAmongOpen[i] = most(open[i]);
    }
    for (int rank : forced) {
      add(rank);
    }
    search(0);
    return best == null ? grown : best;
  }

  /** How many devices were tried. */
  int steps() {
    return steps;
  }

  private void search(int from) {
    if (size == count) {
      if (best == null || sum > bar) {
        best = chosen.clone();
        bar = sum;
      }
      return;
    }
    int left = count - size;
    for (int i = from; i <= open.length - left; i++) {
      // All that comes now is made of open ranks from i on.
      if (steps >= limit || !canReach(i, left)) {
        return;
      }
      steps++;
      add(open[i]);
      search(i + 1);
      remove(open[i]);
    }
  }

  /** Whether the sum could still be enough with so many of the open ranks from there on. */
  private boolean canReach(int from, int left) {
    int size = 0;
    for (int i = from; i < open.length; i++) {
      // Twice its links to the set, and its best ones to the others, which count from both ends.
      long promise = 2 * gains[open[i]] + mostAmongOpen[i][left - 1];
      int at = Math.min(size, left - 1);
      if (size == left && promises[at] >= promise) {
        continue;
      }
      while (at > 0 && promises[at - 1] < promise) {
        promises[at] = promises[at - 1];
        at--;
      }
      promises[at] = promise;
      size = Math.min(size + 1, left);
    }
    long bound = 2 * sum;
    for (int i = 0; i < left; i++) {
      bound += promises[i];
    }
    return best == null ? bound >= 2 * bar : bound > 2 * bar;
  }

  /** By number of links: the sum of the largest ones of a rank to open ranks. */
  private long[] most(int rank) {
    long[] sorted = new long[open.length - 1];
    int next = 0;
    for (int other : open) {
      if (other != rank) {
        sorted[next++] = links[rank][other];
      }
    }
    Arrays.sort(sorted);
    long[] sums = new long[open.length];
    for (int i = 1; i < open.length; i++) {
      sums[i] = sums[i - 1] + sorted[sorted.length - i];
    }
    return sums;
  }

  private void add(int rank) {
    sum += gains[rank];
    chosen[size++] = rank;
    for (int other = 0; other < links.length; other++) {
      gains[other] += links[rank][other];
    }
  }

  private void remove(int rank) {
    size--;
    for (int other = 0; other < links.length; other++) {
      gains[other] -= links[rank][other];
    }
    sum -= gains[rank];
  }

  private long sumOf(int[] ranks) {
    long total = 0;
    for (int i = 0; i < ranks.length; i++) {
      for (int j = 0; j < i; j++) {
        total += links[ranks[i]][ranks[j]];
      }
    }
    return total;
  }
}
