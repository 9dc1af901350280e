package io.tidemark.faults;

import io.tidemark.controlplane.process.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls that are repeated without a pause, each kind by a thread of its own. */
final class Load implements AutoCloseable {
  private static final int MOST_FAILURES = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger kinds = new AtomicInteger();
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  /** Begins to repeat a call; it fails by throwing. */
  void repeat(String what, Runnable call) {
    kinds.incrementAndGet();
    threads.execute(
        () -> {
          while (!ended) {
            try {
              call.run();
            } catch (RuntimeException | AssertionError e) {
              fail(what + ": " + e);
            }
            calls.merge(what, 1, Integer::sum);
          }
        });
  }

  /** Waits until there were so many more calls of each kind. */
  void awaitCalls(int number) {
    Map<String, Integer> before = Map.copyOf(calls);
    Waiting.until(
        number + " more calls of each kind than " + before,
        PATIENCE,
        () ->
            calls.size() == kinds.get()
                && calls.entrySet().stream()
                    .allMatch(
                        call -> call.getValue() - before.getOrDefault(call.getKey(), 0) >= number));
  }

  /** Waits for the last calls. */
  void end() {
    ended = true;
    threads.shutdown();
    try {
      if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
        fail("some call has no answer after 30 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What failed, the first of them. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  private void fail(String failure) {
    if (failures.size() < MOST_FAILURES) {
      failures.add(failure);
    }
  }

  @Override
  public void close() {
    ended = true;
    threads.shutdownNow();
  }
}
