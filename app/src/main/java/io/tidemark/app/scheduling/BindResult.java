package io.tidemark.app.scheduling;

import io.tidemark.api.model.PodAllocation;

/** What became of a bind. */
public sealed interface BindResult {
  record Bound(PodAllocation allocation) implements BindResult {}

  /** Nothing was bound and nothing stays reserved. */
  record Refused(String reason) implements BindResult {}

  /** Whether it was bound is not known; what is reserved stays. */
  record Unknown(String reason) implements BindResult {}
}
