package io.tidemark.app.http;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Lets a stopping process finish what it is answering. From then on kube-scheduler's questions are
 * refused, since the next leader should have them; an API server's reviews are answered until
 * nobody listens any more, since refusing one refuses a pod.
 */
@Singleton
public class RequestDrain {
  private static final Logger LOGGER = Logger.getLogger(RequestDrain.class);

  private final Object lock = new Object();
  private final Duration timeout;
  private int requests;
  private volatile boolean stopping;

  public RequestDrain(HttpConfig config) {
    this.timeout = config.drainTimeout();
  }

  /** Whether new questions of kube-scheduler are refused. */
  boolean stopping() {
    return stopping;
  }

  void enter() {
    synchronized (lock) {
      requests++;
    }
  }

  void leave() {
    synchronized (lock) {
      requests--;
      lock.notifyAll();
    }
  }

  /**
   * Before anything else stops. At the event that a stop is known by otherwise, ShutdownEvent,
   * connections are closed already.
   */
  void stop(@Observes ShutdownDelayInitiatedEvent event) {
    stopping = true;
    int left = await();
    if (left > 0) {
      LOGGER.warnf("stopping with %d requests unanswered after %s", left, timeout);
    }
  }

  /** How many requests are still being answered when nothing is, or the time is up. */
  private int await() {
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (lock) {
      try {
        long left = timeout.toNanos();
        while (requests > 0 && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(lock, left);
          left = deadline - System.nanoTime();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return requests;
    }
  }
}
