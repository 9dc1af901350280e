package io.tidemark.app.scheduling;

import jakarta.inject.Singleton;

/** Whether verdicts on pods count, or are only reported, as in a dry run. Thread-safe. */
@Singleton
public class ReviewMode {
  private volatile boolean reportsOnly;

  /** From now on every pod is admitted as it is. */
  public void reportOnly() {
    reportsOnly = true;
  }

  public boolean reportsOnly() {
    return reportsOnly;
  }
}
