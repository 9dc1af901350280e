package io.tidemark.app.report;

import io.tidemark.api.model.PodKey;
import java.util.stream.Stream;

/** The width of the column that names what a line is about: a pod, or a device of a node. */
final class SubjectColumn {
  private static final int NARROWEST = 12;
  private static final int WIDEST = 30;

  private SubjectColumn() {}

  /** As wide as the longest name that is shown and not longer than the widest column. */
  static int width(SimulationReport report, History history) {
    return Stream.concat(
            report.pods().keySet().stream().map(PodKey::toString),
            history.places().stream().map(History.Place::toString))
        .mapToInt(String::length)
        .filter(length -> length <= WIDEST)
        .reduce(NARROWEST, Math::max);
  }
}
