package io.tidemark.app.scheduling;

import java.time.Duration;

/** Starts things later, on a thread that may wait. */
public interface Timer {
  void after(Duration delay, Runnable task);
}
