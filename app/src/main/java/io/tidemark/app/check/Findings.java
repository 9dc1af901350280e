package io.tidemark.app.check;

import io.tidemark.app.report.Finding;
import io.tidemark.app.report.FindingCode;
import java.util.ArrayList;
import java.util.List;

/** Collects findings. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  void add(
      FindingCode code, String object, String field, String found, String expected, String action) {
    all.add(new Finding(code, object, field, found, expected, action));
  }

  /** In the order in which they are told. */
  List<Finding> sorted() {
    return all.stream().sorted(Finding.ORDER).toList();
  }
}
