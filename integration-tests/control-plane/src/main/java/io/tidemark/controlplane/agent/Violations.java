package io.tidemark.controlplane.agent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All that was broken so far, on any node. */
final class Violations {
  private final List<Violation> all = new CopyOnWriteArrayList<>();

  void add(Violation.Kind kind, String detail) {
    all.add(new Violation(kind, detail));
  }

  void addAll(List<Violation> more) {
    all.addAll(more);
  }

  List<Violation> all() {
    return List.copyOf(all);
  }
}
