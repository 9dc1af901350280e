package io.tidemark.controlplane.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for what another process does. */
public final class Waiting {
  private Waiting() {}

  /**
   * Asks again and again until there is a value.
   *
   * @param what completes "waited for", for the message
   * @param patience how long to ask
   * @param pause between two questions
   * @param question answers null while there is no value
   * @throws AssertionError there is none after that time
   */
  public static <T> T forValue(
      String what, Duration patience, Duration pause, Supplier<@Nullable T> question) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      T value = question.get();
      if (value != null) {
        return value;
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError("waited " + patience + " for " + what);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted while waiting for " + what);
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  /**
   * Asks every 20 ms until it is so.
   *
   * @param what completes "waited for", for the message
   * @throws AssertionError it is not so after that time
   */
  public static void until(String what, Duration patience, BooleanSupplier question) {
    forValue(what, patience, Duration.ofMillis(20), () -> question.getAsBoolean() ? true : null);
  }
}
