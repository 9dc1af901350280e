package io.tidemark.api.model;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the allocation annotations of a pod say, for the families that its spec asks for. */
public sealed interface AllocationReading {
  /** The pod is not bound yet, or asks for nothing: annotations count for nothing. */
  Nothing NOTHING = new Nothing();

  record Nothing() implements AllocationReading {}

  /**
   * Every annotation that is there can be read.
   *
   * @param missing sorted words of the families that the pod asks for and carries no annotation of:
   *     another scheduler bound it, or it was bound before Tidemark was installed
   */
  record Readable(PodAllocation allocation, Set<String> missing) implements AllocationReading {
    public Readable {
      missing = Collections.unmodifiableSet(new TreeSet<>(missing));
    }
  }

  /** At least one cannot be read; the pod may hold any device of its node. */
  record Unreadable(List<Problem> problems) implements AllocationReading {
    public Unreadable {
      problems = List.copyOf(problems);
    }
  }
}
