package io.tidemark.app.report;

import io.tidemark.api.model.PodKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fill of each pod in a chart, by order of appearance: colours of Okabe and Ito that people
 * with any colour vision tell apart, then the same ones under a pattern. After all of them the row
 * starts again; names stand on the blocks and in their tooltips too.
 */
final class PodFills {
  static final List<String> COLOURS =
      List.of("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442");
  static final List<String> PATTERNS = List.of("", "lines", "dots");

  private final Map<PodKey, Integer> order = new LinkedHashMap<>();

  PodFills(History history) {
    for (int position = 0; position < history.moments().size(); position++) {
      for (History.Place place : history.changedAt(position)) {
        for (PodKey pod : history.level(position, place).byPod().keySet()) {
          order.putIfAbsent(pod, order.size());
        }
      }
    }
  }

  /** All pods that hold something at some moment. */
  List<PodKey> pods() {
    return List.copyOf(order.keySet());
  }

  int colour(PodKey pod) {
    return order.getOrDefault(pod, 0) % COLOURS.size();
  }

  /** The name of the pattern over the colour; empty for none. */
  String pattern(PodKey pod) {
    return PATTERNS.get(order.getOrDefault(pod, 0) / COLOURS.size() % PATTERNS.size());
  }
}
