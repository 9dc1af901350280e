package io.tidemark.controlplane.agent;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Runs tasks one after another, in order, on the threads of an executor. */
final class Lane implements Executor {
  private final Executor executor;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  Lane(Executor executor) {
    this.executor = executor;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      waiting.add(task);
      if (running) {
        return;
      }
      running = true;
    }
    executor.execute(this::drain);
  }

  private void drain() {
    Runnable task = next();
    while (task != null) {
      try {
        task.run();
      } catch (RuntimeException e) {
        System.getLogger(Lane.class.getName()).log(System.Logger.Level.WARNING, "task failed", e);
      }
      task = next();
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable task = waiting.poll();
    running = task != null;
    return task;
  }
}
