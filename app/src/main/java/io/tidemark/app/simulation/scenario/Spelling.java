package io.tidemark.app.simulation.scenario;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what somebody may have meant by a name that does not exist. */
final class Spelling {
  private Spelling() {}

  /** A hint for the end of a message: {@code (did you mean pod?)}; empty where nothing is near. */
  static String hint(String given, Collection<String> known) {
    String nearest = nearest(given, known);
    return nearest == null ? "" : " (did you mean " + nearest + "?)";
  }

  /** The first of the nearest names, where it differs in at most a third of the letters. */
  static @Nullable String nearest(String given, Collection<String> known) {
    String nearest = null;
    int smallest = Math.max(1, given.length() / 3) + 1;
    for (String name : known) {
      if (Math.abs(name.length() - given.length()) >= smallest) {
        continue;
      }
      int distance = distance(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (distance < smallest) {
        smallest = distance;
        nearest = name;
      }
    }
    return nearest;
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
   */
  private static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int replaced = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int best = Math.min(steps[i - 1][j] + 1, steps[i][j - 1] + 1);
        best = Math.min(best, steps[i - 1][j - 1] + replaced);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          best = Math.min(best, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = best;
      }
    }
    return steps[from.length()][to.length()];
  }
}
