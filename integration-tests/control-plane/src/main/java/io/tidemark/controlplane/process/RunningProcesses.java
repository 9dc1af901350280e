package io.tidemark.controlplane.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** All that runs, so that it ends with the Java machine, the last started first. */
final class RunningProcesses {
  private static final Deque<ManagedProcess> RUNNING = new ArrayDeque<>();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(RunningProcesses::killAll, "end-managed-processes"));
  }

  private RunningProcesses() {}

  static synchronized void add(ManagedProcess process) {
    RUNNING.remove(process);
    RUNNING.push(process);
  }

  static synchronized void remove(ManagedProcess process) {
    RUNNING.remove(process);
  }

  private static void killAll() {
    List<ManagedProcess> left;
    synchronized (RunningProcesses.class) {
      left = new ArrayList<>(RUNNING);
    }
    left.forEach(ManagedProcess::kill);
  }
}
