package io.tidemark.api.model;

import java.util.Arrays;

/**
 * How well each two devices of a node are linked; a larger score is a faster link (protocol,
 * section 1.7). Symmetric, 0 where nothing is known. Immutable.
 *
 * <p>A node keeps one, so it is one array of the half matrix without its diagonal.
 */
public final class PairScores {
  /** Nothing is known of any link. */
  public static final PairScores NONE = new PairScores(new int[0]);

  /** The score of {@code a} and {@code b > a} stands at {@code b * (b - 1) / 2 + a}. */
  private final int[] scores;

  private PairScores(int[] scores) {
    this.scores = scores;
  }

  /**
   * @param matrix square; what stands below the diagonal counts, the rest is not looked at
   */
  public static PairScores of(int[][] matrix) {
    int[] scores = new int[matrix.length * (matrix.length - 1) / 2];
    boolean known = false;
    for (int b = 1; b < matrix.length; b++) {
      for (int a = 0; a < b; a++) {
        scores[place(a, b)] = matrix[b][a];
        known |= matrix[b][a] != 0;
      }
    }
    return known ? new PairScores(scores) : NONE;
  }

  /** Whether no score differs from 0. */
  public boolean isNone() {
    return scores.length == 0;
  }

  /** The score of two different devices by their places. */
  public int of(int one, int other) {
    return isNone() ? 0 : scores[place(Math.min(one, other), Math.max(one, other))];
  }

  private static int place(int a, int b) {
    return b * (b - 1) / 2 + a;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PairScores pairs && Arrays.equals(scores, pairs.scores);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(scores);
  }

  @Override
  public String toString() {
    return Arrays.toString(scores);
  }
}
