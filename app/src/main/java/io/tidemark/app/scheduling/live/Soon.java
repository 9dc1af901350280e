package io.tidemark.app.scheduling.live;

import io.tidemark.app.scheduling.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that runs a moment after it was asked for, once for all who ask in that moment: what
 * happens in a cluster comes in bursts, as when a job ends or its pods are created. Thread-safe.
 */
final class Soon {
  private static final Duration DELAY = Duration.ofMillis(50);

  private final Timer timer;
  private final Runnable task;
  private final AtomicBoolean coming = new AtomicBoolean();

  Soon(Timer timer, Runnable task) {
    this.timer = timer;
    this.task = task;
  }

  /** Has the task run; what happens after it began needs another run, and gets one. */
  void run() {
    if (coming.compareAndSet(false, true)) {
      timer.after(
          DELAY,
          () -> {
            coming.set(false);
            task.run();
          });
    }
  }
}
