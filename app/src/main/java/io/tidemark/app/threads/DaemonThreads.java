package io.tidemark.app.threads;

import java.util.concurrent.ThreadFactory;

/** Threads that keep no program from ending. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** Makes such threads, all of one name. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
